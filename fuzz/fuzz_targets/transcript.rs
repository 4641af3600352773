#![no_main]
//! See `ludevo_fuzz::transcript`.

libfuzzer_sys::fuzz_target!(|text: &str| ludevo_fuzz::transcript(text));
