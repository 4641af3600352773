#![no_main]
//! See `ludevo_fuzz::player_name`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::player_name(text);
});
