#![no_main]
//! See `ludevo_fuzz::java`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::java(text);
});
