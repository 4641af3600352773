//! Settings in words, as reports print them, and what games with the same pieces say alike.

use ludevo_evolve::{BirthSettings, Round};
use ludevo_search::rules::Side;

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// So many of something: `1 ply`, `2 plies`.
pub fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The colour that a side plays where black begins.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// Where the pieces of both colours are, as `pieces` lists them, and whose turn it is.
pub fn black_and_white(pieces: impl Fn(Side) -> String, mover: Side) -> String {
    let [black, white] = [Side::First, Side::Second].map(pieces);
    format!("Black on {black}; white on {white}; {} to move.", colour(mover))
}

/// What trees are written in, how deep they may be and how the first ones are made.
pub fn trees(language: &str, depth: usize, first: BirthSettings) -> String {
    format!("in the language “{language}”, at most {depth} levels deep; the first ones {}", birth(first))
}

fn birth(birth: BirthSettings) -> String {
    match birth {
        BirthSettings::Ramped { from, to } => format!("ramped half-and-half from {from} to {to} levels"),
        BirthSettings::Full { depth } => format!("full, {depth} levels"),
        BirthSettings::Grow { depth } => format!("grown, up to {depth} levels"),
        BirthSettings::Branching { depth } => format!("branching, up to {depth} levels"),
        BirthSettings::Sums { terms, cases: 1 } => format!("sums of {terms} numbers"),
        BirthSettings::Sums { terms, cases } => format!("choices between {cases} sums of {terms} numbers"),
    }
}

/// What fitness is made of.
pub fn rounds(rounds: &[Round]) -> String {
    if rounds.is_empty() {
        return "none: duels decide".to_owned();
    }
    let words: Vec<String> = rounds.iter().map(round).collect();
    words.join("; ")
}

fn round(round: &Round) -> String {
    let (text, points) = match round {
        Round::Guide { player, games, rounds, cutoff, points } => {
            let mut text = format!("{games} games against {player}");
            if *rounds > 1 {
                text = format!("{rounds} rounds of {text}");
            }
            if let Some(cutoff) = cutoff {
                text += &format!(", without those more than {cutoff} points behind");
            }
            (text, points)
        }
        Round::CoPlay { games, points } => {
            (format!("{games} games on each side against others of the population"), points)
        }
        Round::RandomOpponents { games, points } => {
            (format!("{games} games against opponents drawn from the population"), points)
        }
        Round::RoundRobin { games, points } => {
            (format!("{games} games of each pair of the population"), points)
        }
        Round::SingleElimination { games, points } => {
            (format!("a knock-out of {games} games a pair"), points)
        }
        Round::Problems { count, points } => (format!("{count} problems whose answers are known"), points),
        Round::Rivals { population, problems, sets, every, points } => {
            let bred = format!("sets of {problems} problems, bred once in {every} generations");
            return format!("{sets} of {population} {bred}, worth up to {points}");
        }
        Round::Foresight { player, games, positions, points } => {
            let games = format!("{positions} positions of each of {games} games of {player} against itself");
            return format!("foresight of how {games} ended, worth up to {points}");
        }
        Round::HallOfFame { games, points } => (format!("{games} games against the hall of fame"), points),
    };
    if *points == 1.0 { text } else { format!("{text} (a win is worth {points})") }
}

/// The names of two who meet: with numbers where they are the same.
pub fn told_apart([one, two]: [String; 2]) -> [String; 2] {
    if one == two { [format!("{one} 1"), format!("{two} 2")] } else { [one, two] }
}
