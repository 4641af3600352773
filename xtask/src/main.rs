//! Repository chores: `cargo xtask test`, `cargo xtask peers`, `cargo xtask docs`, `cargo xtask dist`.

#![expect(clippy::print_stdout, reason = "a chore reports on the terminal")]

mod dist;
mod peers;
mod test;

use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask test    formatting, lints, all tests and documentation; says what was not run
cargo xtask peers   installs the outside programs that some tests compare with
cargo xtask docs    writes the generated pages under docs/ anew
cargo xtask dist    packs the program, its manual and completions into target/dist";

fn main() -> anyhow::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["test"] => test::run(),
        ["peers"] => {
            peers::install();
            Ok(ExitCode::SUCCESS)
        }
        ["docs"] => {
            // Those need all games, which no other chore waits for.
            let mut pages = Command::new(env!("CARGO"));
            pages.args(["run", "--quiet", "--package", "ludevo-pages"]).current_dir(ludevo_peers::root());
            Ok(if pages.status()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        ["dist"] => {
            dist::pack()?;
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            println!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}
