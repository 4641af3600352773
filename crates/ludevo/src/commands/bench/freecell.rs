//! The rate of FreeCell beside fc-solve.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use ludevo_game::game::Problem;
use ludevo_search::puzzle::Limits;

use super::Rate;
use crate::commands::{asked, find_player, find_puzzle};
use crate::failure::Failure;
use crate::output;

/// Deals solved by the champion beside fc-solve with its two fastest presets, one thread each, in turns so that all meet
/// the same machine. Nothing where fc-solve is not installed.
pub(super) fn rates() -> Result<Vec<Rate>, Failure> {
    const DEALS: u32 = 4_000;
    const PEER: &str = "freecell-solver-range-parallel-solve";
    let (game, puzzle) = find_puzzle("freecell")?;
    let solver = find_player(game, "champion")?;
    let mut solver = puzzle.solver(&solver, Limits::default()).map_err(asked)?;
    let mut fastest = [Duration::MAX; 3];
    for _ in 0..3 {
        let start = Instant::now();
        for number in 1..=DEALS {
            let solved = solver.solve(&Problem::Number(number), false);
            black_box(solved.map_err(|error| anyhow!(error))?);
        }
        fastest[0] = fastest[0].min(start.elapsed());
        for (time, preset) in fastest[1..].iter_mut().zip(["lg", "as"]) {
            let last = DEALS.to_string();
            let mut peer = std::process::Command::new(PEER);
            peer.args(["1", &last, &last, "-l", preset]).stdout(std::process::Stdio::null());
            let start = Instant::now();
            match peer.status() {
                Ok(status) if status.success() => *time = (*time).min(start.elapsed()),
                _ => {
                    output::remark(format!(
                        "freecell is left out: {PEER} of the Debian package freecell-solver-bin is not installed"
                    ));
                    return Ok(Vec::new());
                }
            }
        }
    }
    let [ours, lg, as_] = fastest.map(|time| f64::from(DEALS) / time.as_secs_f64());
    let name = "freecell, deals 1-4000, one thread";
    Ok(vec![
        Rate::new(name, ours, "deals/s", "fc-solve lg", lg),
        Rate::new(name, ours, "deals/s", "fc-solve as", as_),
    ])
}
