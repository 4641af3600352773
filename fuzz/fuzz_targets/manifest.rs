#![no_main]
//! See `ludevo_fuzz::manifest`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::manifest(text);
});
