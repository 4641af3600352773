#![no_main]
//! See `ludevo_fuzz::table`.

libfuzzer_sys::fuzz_target!(|text: &str| {
    ludevo_fuzz::table(text);
});
