#![no_main]
//! See `ludevo_fuzz::deal`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::deal(text);
});
