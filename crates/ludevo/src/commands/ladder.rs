//! `ludevo ladder`: several players rated by a round robin.

use anyhow::anyhow;
use ludevo_arena::{RoundRobin, TournamentWatch};

use super::{asked, find_in_matches, find_player, on_threads};
use crate::args::Ladder;
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// Plays and prints.
pub(crate) fn run(args: &Ladder) -> Done {
    let (game, facet) = find_in_matches(&args.game)?;
    let players =
        args.players.iter().map(|name| find_player(game, name)).collect::<Result<Vec<_>, Failure>>()?;
    let twice = (1..players.len()).find(|index| players[..*index].contains(&players[*index]));
    if let Some(index) = twice {
        let name = &args.players[index];
        return Err(Failure::request(anyhow!("{name} takes part twice: nothing would tell the two apart")));
    }
    let plan = RoundRobin {
        games: args.games,
        openings: args.openings,
        positions: args.positions.clone(),
        seed: args.chance.seed,
        records: None,
    };
    let pairs = (players.len() * (players.len() - 1) / 2) as u64;
    let bar = watch::bar(pairs * args.games, "games");
    let mut progress = |at: ludevo_arena::tournament::Progress<'_>| {
        bar.set_position((at.pairing as u64 - 1) * args.games + at.tally.games());
        bar.set_message(format!("{} - {}", at.first, at.second));
    };
    let looking_on = TournamentWatch { progress: Some(&mut progress), stop: Some(stop::on_ctrl_c()) };
    let result =
        on_threads(args.cores.threads, || facet.ladder(&players, &plan, looking_on))?.map_err(asked)?;
    bar.finish_and_clear();
    if args.output.is_data() {
        if args.output.csv {
            output::data(args.output, &result.standings)?;
        } else {
            output::data(args.output, &result)?;
        }
        return if result.stopped { Err(Failure::Stopped) } else { Ok(()) };
    }
    let has_points = result.standings.iter().any(|standing| standing.share_of_points.is_some());
    let mut titles = vec!["player", "Elo", "low", "high", "score", "games"];
    titles.extend(has_points.then_some("points"));
    let mut rows = vec![titles.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for standing in &result.standings {
        let rating = &standing.rating;
        rows.push(vec![
            standing.name.clone(),
            format!("{:+.0}", rating.elo),
            format!("{:+.0}", rating.low),
            format!("{:+.0}", rating.high),
            format!("{:.3}", standing.score),
            standing.tally.games().to_string(),
        ]);
        let share = standing.share_of_points.map(|share| format!("{share:.3}"));
        rows.last_mut().expect("a row was pushed").extend(share);
    }
    output::line(output::table(&rows).trim_end())?;
    output::line(
        "low and high: 95 % intervals of the Elo above the mean of all, by Bradley and Terry's model",
    )?;
    if result.stopped {
        output::line("Stopped early: the table is of the games played until then.")?;
    }
    if result.draws_added {
        output::line("One draw was added between every two players, since someone won or lost everything.")?;
    }
    if result.stopped { Err(Failure::Stopped) } else { Ok(()) }
}
