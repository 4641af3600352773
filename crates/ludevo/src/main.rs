//! The command line of Ludevo.
fn main() {}
