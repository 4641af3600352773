#![no_main]
//! See `ludevo_fuzz::checkers_position`.

libfuzzer_sys::fuzz_target!(|text: &str| ludevo_fuzz::checkers_position(text));
