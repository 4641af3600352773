#![no_main]
//! See `ludevo_fuzz::backgammon_position`.

libfuzzer_sys::fuzz_target!(|text: &str| ludevo_fuzz::backgammon_position(text));
