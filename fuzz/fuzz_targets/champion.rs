#![no_main]
//! See `ludevo_fuzz::champion`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::champion(text);
});
