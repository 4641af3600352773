//! `ludevo ladder`: several players rated by a round robin.

use std::io;

use anyhow::anyhow;
use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{lead, mean};
use ludevo_arena::{RoundRobin, TournamentResult, TournamentWatch};
use ludevo_game::game::MatchGame;
use ludevo_game::player_name::PlayerName;
use serde::Serialize;

use super::series::seeds_in;
use super::{asked, bring_game_of, find_in_matches, find_player, on_threads};
use crate::args::Ladder;
use crate::failure::{Done, Failure};
use crate::{output, stop, watch};

/// Plays and prints.
pub(crate) fn run(args: &Ladder) -> Done {
    bring_game_of(&args.game, args.players.iter().map(String::as_str))?;
    let (game, facet) = find_in_matches(&args.game)?;
    let players =
        args.players.iter().map(|name| find_player(game, name)).collect::<Result<Vec<_>, Failure>>()?;
    let twice = (1..players.len()).find(|index| players[..*index].contains(&players[*index]));
    if let Some(index) = twice {
        let name = &args.players[index];
        return Err(Failure::request(anyhow!("{name} takes part twice: nothing would tell the two apart")));
    }
    if let Some(text) = &args.seeds {
        return over_seeds(args, &players, &seeds_in(text)?);
    }
    let result = played(args, facet, &players, args.chance.seed)?;
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

/// Plays the ladder of one seed.
fn played(
    args: &Ladder,
    facet: &dyn MatchGame,
    players: &[PlayerName],
    seed: u64,
) -> Result<TournamentResult, Failure> {
    let plan = RoundRobin {
        games: args.games,
        openings: args.openings,
        positions: args.positions.clone(),
        seed,
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
        on_threads(args.cores.threads, || facet.ladder(players, &plan, looking_on))?.map_err(asked)?;
    bar.finish_and_clear();
    Ok(result)
}

/// A player over several ladders, each of another seed.
#[derive(Debug, Serialize)]
struct Overall {
    name: String,
    /// The mean of its Elo.
    elo: f64,
    /// The mean of its score.
    score: f64,
    games: u64,
    /// Its Elo in each ladder, in the order of the seeds.
    elos: Vec<f64>,
    /// How far it is ahead of the next on average, ladder by ladder.
    lead: Option<f64>,
    /// The lower end of the 95 % interval of that.
    lead_low: Option<f64>,
    /// The upper end.
    lead_high: Option<f64>,
    /// In how many of the ladders one draw was added between every two players.
    draws_added: usize,
    /// Whether there are fewer ladders than were asked for.
    stopped: bool,
}

/// What there is of the ladders that were asked for.
struct Ladders {
    /// Those whose last game was played.
    whole: Vec<TournamentResult>,
    /// Whether it was stopped before the last of them.
    stopped: bool,
}

impl Ladders {
    /// Plays one for each seed until it is stopped or one fails; what there is by then, and why there is no more.
    fn played(seeds: &[u64], mut play: impl FnMut(u64) -> Result<TournamentResult, Failure>) -> (Self, Done) {
        let mut ladders = Ladders { whole: Vec::with_capacity(seeds.len()), stopped: true };
        for seed in seeds {
            match play(*seed) {
                Err(failure) => return (ladders, Err(failure)),
                Ok(ladder) if ladder.stopped => return (ladders, Err(Failure::Stopped)),
                Ok(ladder) => ladders.whole.push(ladder),
            }
        }
        ladders.stopped = false;
        (ladders, Ok(()))
    }

    /// In how many of them one draw was added between every two players.
    fn with_draws_added(&self) -> usize {
        self.whole.iter().filter(|ladder| ladder.draws_added).count()
    }

    /// What a reader of the table must know.
    fn remarks(&self, asked_for: usize) -> Vec<String> {
        let whole = self.whole.len();
        let mut remarks = vec![format!(
            "the mean of {whole} ladders, Elo above the mean of all by Bradley and Terry's model. Who is ahead of the next by \
             an interval that has 0 in it is level"
        )];
        if self.stopped {
            remarks.push(format!(
                "Stopped early: of {asked_for} ladders {whole} are over, and the table is of these."
            ));
        }
        match self.with_draws_added() {
            0 => {}
            added => remarks.push(format!(
                "In {added} of the ladders one draw was added between every two players, since someone won or lost everything."
            )),
        }
        remarks
    }
}

/// Several ladders together; the strongest comes first. Players of the same ladder have met the same openings, so that they
/// are compared ladder by ladder.
fn together(ladders: &Ladders) -> Vec<Overall> {
    let draws_added = ladders.with_draws_added();
    let of = |name: &String| {
        let standings = ladders.whole.iter().flat_map(|ladder| &ladder.standings);
        let own: Vec<_> = standings.filter(|standing| standing.name == *name).collect();
        let elos: Vec<f64> = own.iter().map(|standing| standing.rating.elo).collect();
        let scores: Vec<f64> = own.iter().map(|standing| standing.score).collect();
        Overall {
            name: name.clone(),
            elo: mean(&elos).unwrap_or_default(),
            score: mean(&scores).unwrap_or_default(),
            games: own.iter().map(|standing| standing.tally.games()).sum(),
            elos,
            lead: None,
            lead_low: None,
            lead_high: None,
            draws_added,
            stopped: ladders.stopped,
        }
    };
    let names = ladders.whole.first().map(|ladder| &ladder.players[..]).unwrap_or_default();
    let mut lines: Vec<Overall> = names.iter().map(of).collect();
    lines.sort_by(|one, two| two.elo.total_cmp(&one.elo));
    for place in 1..lines.len() {
        let (mean, interval) = lead(&lines[place - 1].elos, &lines[place].elos, CONFIDENCE);
        let line = &mut lines[place - 1];
        line.lead = Some(mean);
        (line.lead_low, line.lead_high) = interval.map(|range| (range.low, range.high)).unzip();
    }
    lines
}

fn over_seeds(args: &Ladder, players: &[PlayerName], seeds: &[u64]) -> Done {
    let (_, facet) = find_in_matches(&args.game)?;
    let (ladders, whole) = Ladders::played(seeds, |seed| played(args, facet, players, seed));
    if !ladders.whole.is_empty() || matches!(whole, Err(Failure::Stopped)) {
        print_over_seeds(args, &ladders, seeds.len())?;
    }
    whole
}

fn print_over_seeds(args: &Ladder, ladders: &Ladders, asked_for: usize) -> io::Result<()> {
    let lines = together(ladders);
    if args.output.is_data() {
        return output::data(args.output, &lines);
    }
    if lines.is_empty() {
        return output::line("Stopped before the first ladder was over.");
    }
    let titles = ["player", "Elo", "ahead of the next", "95 % interval", "score", "games"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for line in &lines {
        let interval = line.lead_low.zip(line.lead_high);
        rows.push(vec![
            line.name.clone(),
            format!("{:+.0}", line.elo),
            line.lead.map_or("-".to_owned(), |lead| format!("{lead:+.1}")),
            interval.map_or("-".to_owned(), |(low, high)| format!("{low:+.1} to {high:+.1}")),
            format!("{:.3}", line.score),
            line.games.to_string(),
        ]);
    }
    output::line(output::table(&rows).trim_end())?;
    ladders.remarks(asked_for).iter().try_for_each(output::line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ladders_together_rank_by_the_mean_and_the_interval_is_that_of_the_difference() {
        ludevo_games::open();
        let game = find_in_matches("reversi").expect("a game").1;
        let players: Vec<PlayerName> = ["random", "ab1"].map(|name| name.parse().expect("a player")).to_vec();
        let ladder = |seed| {
            let plan = RoundRobin { games: 20, openings: None, positions: Vec::new(), seed, records: None };
            let watch = TournamentWatch { progress: None, stop: None };
            game.ladder(&players, &plan, watch).expect("a ladder")
        };
        let mut ladders = Ladders { whole: [1, 2, 3].map(ladder).into(), stopped: false };
        let lines = together(&ladders);
        assert_eq!(lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(), ["ab1", "random"]);
        assert_eq!((lines[0].games, lines[0].elos.len()), (60, 3));
        let leads: Vec<f64> = lines[0].elos.iter().zip(&lines[1].elos).map(|(one, two)| one - two).collect();
        let (lead, low, high) = (lines[0].lead, lines[0].lead_low, lines[0].lead_high);
        assert_eq!(lead, mean(&leads));
        assert!(low < lead && lead < high, "{low:?} {lead:?} {high:?}");
        assert_eq!((lines[1].lead, lines[1].lead_low), (None, None), "nobody is behind the last");
        ladders.whole.truncate(1);
        assert_eq!(together(&ladders)[0].lead_low, None, "one ladder has no interval");
    }

    #[test]
    fn ladders_that_are_over_stay_when_the_next_is_stopped_and_added_draws_are_said() {
        ludevo_games::open();
        let game = find_in_matches("reversi").expect("a game").1;
        let players: Vec<PlayerName> = ["random", "ab1"].map(|name| name.parse().expect("a player")).to_vec();
        let plan = RoundRobin { games: 2, openings: None, positions: Vec::new(), seed: 1, records: None };
        let played = game.ladder(&players, &plan, TournamentWatch { progress: None, stop: None });
        let played = played.expect("a ladder");
        let ladder =
            |seed: u64| TournamentResult { stopped: seed == 3, draws_added: seed == 2, ..played.clone() };
        let (ladders, _) = Ladders::played(&[1, 2, 3, 4], |seed| Ok(ladder(seed)));
        assert_eq!((ladders.whole.len(), ladders.stopped), (2, true));
        let remarks = ladders.remarks(4).join(" ");
        assert!(remarks.contains("of 4 ladders 2 are over"), "{remarks}");
        assert!(remarks.contains("In 1 of the ladders one draw was added"), "{remarks}");
        let lines = together(&ladders);
        assert!(lines.iter().all(|line| line.elos.len() == 2 && line.draws_added == 1 && line.stopped));
        let (whole, _) = Ladders::played(&[1], |seed| Ok(ladder(seed)));
        assert_eq!(whole.remarks(1).len(), 1, "nothing else is to be said");
    }
}
