//! `ludevo perft`: how many games there are to a depth.

use std::time::Instant;

use ludevo_game::game::GameError;
use serde_json::json;

use super::{asked, find_at_table, misread, written};
use crate::args::Perft;
use crate::failure::Done;
use crate::{output, watch};

/// Counts and prints.
pub(crate) fn run(args: &Perft) -> Done {
    let (_, facet) = find_at_table(&args.game)?;
    let from = args.from.as_deref().map(written).transpose()?;
    let start = Instant::now();
    let bar = watch::spinner(&format!("perft {} {}", args.game, args.depth));
    let nodes = facet.perft(from.as_deref(), args.depth);
    bar.finish_and_clear();
    let nodes = nodes.map_err(|error| match error {
        GameError::Program(problem) => misread(args.from.as_deref().unwrap_or_default(), &problem),
        error => asked(error),
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if args.output.is_data() {
        let value = json!({"game": args.game, "depth": args.depth, "nodes": nodes, "seconds": seconds});
        return Ok(output::data(args.output, &value)?);
    }
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    Ok(output::line(format!("{nodes}\n{seconds:.3} s, {rate:.0} million a second"))?)
}
