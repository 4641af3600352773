#![no_main]
//! See `ludevo_fuzz::board`.

libfuzzer_sys::fuzz_target!(|text: &str| ludevo_fuzz::board(text));
