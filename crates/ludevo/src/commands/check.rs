//! `ludevo check`: whether the module of a game of one's own keeps to the rules, and what there is to know of it.

use std::path::Path;

use anyhow::anyhow;
use ludevo_game::registry;
use ludevo_plugin::{Finding, Survey, survey, survey_from};
use serde_json::json;

use super::find_game;
use crate::args::Check;
use crate::failure::{Done, Failure};
use crate::output;

/// Plays random games and prints what was found.
pub(crate) fn run(args: &Check) -> Done {
    let name = &args.game;
    // What is no module is said as that of whatever file there is, too.
    let surveyed = if registry::is_module(name) || Path::new(name).is_file() {
        survey(Path::new(name), args.games)
    } else {
        let game = find_game(name)?.facts().name;
        let [(_, module), (_, manifest), ..] = registry::files(game) else {
            let problem = format!("{game} ships with Ludevo: only games of one's own are checked");
            return Err(Failure::request(anyhow!(problem)));
        };
        survey_from(module.clone(), String::from_utf8_lossy(manifest).into_owned(), args.games)
    };
    let survey = surveyed.map_err(|problem| Failure::request(anyhow!("{name}: {problem}")))?;
    let is_taken = registry::find(&survey.name).is_some() && registry::files(&survey.name).is_empty();
    if is_taken {
        let problem =
            format!("{name}: its name `{}` is that of a game of Ludevo: choose another", survey.name);
        return Err(Failure::request(anyhow!(problem)));
    }
    if args.output.is_data() {
        output::data(args.output, &value(&survey, args.output.csv))?;
    } else if survey.findings.is_empty() {
        print(&survey)?;
    }
    match &survey.findings[..] {
        [] => Ok(()),
        [finding] => Err(Failure::request(anyhow!("{name}: {finding}"))),
        findings => {
            let all: String = findings.iter().map(|finding| format!("\n  {finding}")).collect();
            Err(Failure::request(anyhow!("{name}: {} things are wrong:{all}", findings.len())))
        }
    }
}

/// What a game is, for another program; a cell of a table holds a finding in words.
fn value(survey: &Survey, in_words: bool) -> serde_json::Value {
    let finding = |found: &Finding| match in_words {
        true => json!(found.to_string()),
        false => json!({"what": found.what, "position": found.position}),
    };
    let findings: Vec<_> = survey.findings.iter().map(finding).collect();
    json!({"title": survey.title, "games": survey.games, "plies": survey.plies,
        "branching": survey.branching, "won": survey.won, "findings": findings, "remarks": survey.remarks,
        "perft": survey.perft, "plies_per_second": survey.speed, "guide": survey.guide})
}

fn print(survey: &Survey) -> Done {
    output::line(format!("{} keeps to the rules in {} random games", survey.title, survey.games))?;
    let [first, second] = survey.won;
    let (ends, what) = match survey.is_puzzle {
        true => (format!("solved by luck {first}, stuck {second}"), "from solved problems"),
        false => (format!("won by the first {first}, by the second {second}"), "from random games"),
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
        output::line(format!("a first guess at a guide, {what}:\n  {guide}"))?;
    }
    survey.remarks.iter().try_for_each(|remark| output::line(format!("remark: {remark}")))?;
    Ok(())
}
