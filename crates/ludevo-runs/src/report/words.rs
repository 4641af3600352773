//! The settings of an experiment in words.

use ludevo_evolve::{Breeding, Selection};
use ludevo_game::experiment::Experiment;
use ludevo_game::game::Game;
use ludevo_game::words::percent;

/// A time as people say it.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60);
    match (hours, minutes) {
        (0, 0) if seconds < 10.0 => format!("{seconds:.1} s"),
        (0, 0) => format!("{whole} s"),
        (0, _) => format!("{minutes} min {rest} s"),
        _ => format!("{hours} h {minutes} min"),
    }
}

/// What was run, as (what, how).
pub fn settings(game: &dyn Game, experiment: &Experiment) -> Vec<(&'static str, String)> {
    let evolution = &experiment.evolution;
    let mut words = game.words(experiment);
    words.extend([
        ("population", population(experiment)),
        ("selection", selection(evolution.selection)),
        ("breeding", breeding(evolution.breeding)),
    ]);
    if let Some(islands) = &experiment.islands {
        words.push(("islands", islands.words()));
    }
    let parsimony = evolution.parsimony;
    if parsimony.lexicographic {
        words.push(("size", "of two equally fit individuals the smaller is better".to_owned()));
    }
    if parsimony.penalty > 0.0 {
        words.push(("size", format!("each node takes {} off the fitness", parsimony.penalty)));
    }
    let hall = evolution.hall_of_fame;
    if hall.size > 0 && hall.every > 0 {
        let text = format!("{} champions at most, a new one every {}", hall.size, generations(hall.every));
        words.push(("hall of fame", text));
    }
    if let Some(tuning) = &evolution.tuning {
        let text = format!(
            "every {} the constants of the best are tuned by {} iterations of CMA-ES, {} games against each of {}",
            generations(tuning.every),
            tuning.iterations,
            tuning.games,
            tuning.opponents.join(", ")
        );
        words.push(("tuning", text));
    }
    let yardstick = &experiment.yardstick;
    let choice = match yardstick.finalists {
        1 => "the best of all plays".to_owned(),
        finalists => {
            format!("the {finalists} best play {} games each, and the chosen one", yardstick.final_games)
        }
    };
    words.push((
        "yardstick",
        format!(
            "every {} the best {} {} games against {}; in the end {choice} {} fresh ones",
            generations(yardstick.every),
            if yardstick.best == 1 { "plays".to_owned() } else { format!("{} play", yardstick.best) },
            yardstick.games,
            yardstick.player,
            yardstick.fresh_games,
        ),
    ));
    if let Some(target) = experiment.stop.target {
        words.push(("ends early", format!("at a yardstick score of {}", percent(target))));
    }
    if let Some(plateau) = experiment.stop.plateau {
        words
            .push(("ends early", format!("after {} without a better yardstick score", generations(plateau))));
    }
    words
}

fn generations(count: u64) -> String {
    if count == 1 { "generation".to_owned() } else { format!("{count} generations") }
}

fn population(experiment: &Experiment) -> String {
    let evolution = &experiment.evolution;
    let mut text =
        format!("{} individuals, at most {} generations", evolution.population, evolution.generations);
    if let Some(replaced) = evolution.replaced {
        text += &format!("; steady state: the {replaced} worst are replaced each generation");
    }
    if evolution.elite > 0 {
        text += &format!("; the best {} go on unchanged", evolution.elite);
    }
    if evolution.reject_twins > 0 {
        text += "; children that act like another one are varied again";
    }
    text
}

fn selection(selection: Selection) -> String {
    match selection {
        Selection::Tournament { size, winners: 1 } => format!("tournaments of {size}"),
        Selection::Tournament { size, winners } => format!("tournaments of {size} with {winners} winners"),
        Selection::Rank => "by rank".to_owned(),
        Selection::Fitness => "proportional to fitness".to_owned(),
        Selection::Duel { size, games } => {
            format!("knock-outs of {size}, {games} games a pair, without a number for fitness")
        }
    }
}

fn breeding(breeding: Breeding) -> String {
    match breeding {
        Breeding::Both { crossover, mutation } => {
            format!("crossover with probability {crossover}, then mutation with probability {mutation}")
        }
        Breeding::OneOf { crossover, mutation } => {
            format!("crossover ({crossover}), mutation ({mutation}) or else reproduction")
        }
        Breeding::Shares { copied, mutation } => {
            format!("{copied} copies, mutated with probability {mutation}, and the others by crossover")
        }
    }
}
