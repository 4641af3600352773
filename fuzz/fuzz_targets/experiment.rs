#![no_main]
//! See `ludevo_fuzz::experiment`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::experiment(text);
});
