#![no_main]
//! See `ludevo_fuzz::module`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ludevo_fuzz::module(bytes);
});
