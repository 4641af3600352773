//! `cargo xtask test`: every check that a change must pass, and the names of the tests that could not be run.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use ludevo_peers::{TESTS, root};

/// One check: its name, the arguments of cargo, and variables of its environment.
struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const FORMATTING: Step =
    Step { name: "formatting", arguments: &["fmt", "--all", "--check"], environment: &[] };
const LINTS: Step = Step {
    name: "lints",
    arguments: &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
    environment: &[],
};
const TESTS_BY_NEXTEST: Step = Step {
    name: "tests",
    arguments: &["nextest", "run", "--workspace", "--features", "ludevo/nats", "--no-fail-fast"],
    environment: &[],
};
const TESTS_BY_CARGO: Step = Step {
    name: "tests",
    arguments: &[
        "test",
        "--workspace",
        "--features",
        "ludevo/nats",
        "--lib",
        "--bins",
        "--tests",
        "--examples",
        "--no-fail-fast",
    ],
    environment: &[],
};
const EXAMPLES_IN_DOCS: Step = Step {
    name: "examples in the documentation",
    arguments: &["test", "--workspace", "--features", "ludevo/nats", "--doc"],
    environment: &[],
};
const DOCUMENTATION: Step = Step {
    name: "documentation",
    arguments: &["doc", "--workspace", "--no-deps"],
    environment: &[("RUSTDOCFLAGS", "-D warnings")],
};

/// Runs every step, also after one failed, so that one run tells everything.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let tests = if has_nextest() { TESTS_BY_NEXTEST } else { TESTS_BY_CARGO };
    let mut results: Vec<(&str, bool, Duration)> = Vec::new();
    for step in [FORMATTING, LINTS, tests, EXAMPLES_IN_DOCS, DOCUMENTATION] {
        println!("== {}: cargo {}", step.name, step.arguments.join(" "));
        let start = Instant::now();
        let status = Command::new(env!("CARGO"))
            .args(step.arguments)
            .envs(step.environment.iter().copied())
            .current_dir(root())
            .status()?;
        let took = start.elapsed();
        println!("== {}: {} in {:.1} s\n", step.name, outcome(status.success()), took.as_secs_f64());
        results.push((step.name, status.success(), took));
    }
    println!("== summary");
    for (name, passed, took) in &results {
        println!("{:>8.1} s  {:<6}  {name}", took.as_secs_f64(), outcome(*passed));
    }
    for (test, peer) in TESTS.iter().filter(|(_, peer)| (peer.locate)().is_none()) {
        println!("   not run          {test}: needs {}; {}", peer.name, peer.how);
    }
    let failed: Vec<&str> = results.iter().filter(|(_, passed, _)| !passed).map(|(name, ..)| *name).collect();
    if failed.is_empty() {
        println!("everything passed");
        return Ok(ExitCode::SUCCESS);
    }
    println!("failed: {}", failed.join(", "));
    Ok(ExitCode::FAILURE)
}

fn outcome(passed: bool) -> &'static str {
    if passed { "passed" } else { "FAILED" }
}

fn has_nextest() -> bool {
    let mut asking = Command::new(env!("CARGO"));
    asking.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    asking.status().is_ok_and(|status| status.success())
}
