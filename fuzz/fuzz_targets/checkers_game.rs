#![no_main]
//! See `ludevo_fuzz::checkers_game`.

libfuzzer_sys::fuzz_target!(|text: &str| ludevo_fuzz::checkers_game(text));
