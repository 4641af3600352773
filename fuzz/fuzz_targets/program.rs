#![no_main]
//! See `ludevo_fuzz::program`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::program(text);
});
