#![no_main]
//! See `ludevo_fuzz::setting`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::setting(text);
});
