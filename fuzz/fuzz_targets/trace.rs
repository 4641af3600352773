#![no_main]
//! See `ludevo_fuzz::trace`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::trace(text);
});
