//! `ludevo check`: whether the module of a game of one's own keeps to the rules, and what there is to know of it.

use anyhow::anyhow;
use ludevo_plugin::survey;
use serde_json::json;

use crate::args::Check;
use crate::failure::{Done, Failure};
use crate::output;

/// Plays random games and prints what was found.
pub(crate) fn run(args: &Check) -> Done {
    let path = &args.module;
    let survey = survey(path, args.games)
        .map_err(|problem| Failure::request(anyhow!("{}: {problem}", path.display())))?;
    if args.output.json {
        return Ok(output::json(
            &json!({"title": survey.title, "games": survey.games, "plies": survey.plies,
            "branching": survey.branching, "won": survey.won, "remarks": survey.remarks,
            "perft": survey.perft, "plies_per_second": survey.speed, "guide": survey.guide}),
        )?);
    }
    output::line(format!("{} keeps to the rules in {} random games", survey.title, survey.games))?;
    let [first, second] = survey.won;
    let ends = match survey.guide {
        Some(_) => format!("won by the first {first}, by the second {second}"),
        None => format!("solved by luck {first}, stuck {second}"),
    };
    output::line(format!(
        "a game lasts {:.1} plies with {:.1} moves each; {ends}",
        survey.plies, survey.branching
    ))?;
    if !survey.perft.is_empty() {
        let counts: Vec<String> = survey.perft.iter().map(u64::to_string).collect();
        output::line(format!("perft from one ply on: {}", counts.join(" ")))?;
    }
    output::line(format!("speed: {:.0} random plies a second", survey.speed))?;
    if let Some(guide) = &survey.guide {
        output::line(format!("a first guess at a guide, from random games:\n  {guide}"))?;
    }
    survey.remarks.iter().try_for_each(|remark| output::line(format!("remark: {remark}")))?;
    Ok(())
}
