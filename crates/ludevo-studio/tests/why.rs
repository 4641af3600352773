//! What is said of a value holds: bars add up to what they explain but for roundings, and chances agree from move to move.

use ludevo_arena::Names;
use ludevo_game::champion::ChampionFile;
use ludevo_game::chances::{Chances, checksum};
use ludevo_game::game::Game;
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;
use ludevo_game::why::Difference;
use ludevo_search::rules::Side;

/// The champions that ship of games that are played at a table, with the names to seat them by.
fn seated() -> Vec<(&'static dyn Game, String, &'static str, PlayerName)> {
    ludevo_games::open();
    let one = |(name, text): &(&'static str, &'static str)| {
        let (game, short) = name.split_once('/')?;
        let game = registry::find(game)?;
        game.at_table()?;
        Some((game, (*name).to_owned(), *text, PlayerName::of_shipped(short).parse().ok()?))
    };
    registry::champions().iter().filter_map(one).collect()
}

/// The parts of a comparison add up to the difference between the two values that the program put on the positions.
#[test]
fn contributions_add_up_to_what_they_explain() {
    let mut checked = 0;
    for (game, name, _, player) in seated() {
        let facet = game.at_table().expect("it is played at a table");
        let Ok(mut table) = facet.table(&player, Side::First, 1) else { continue };
        for _ in 0..8 {
            if table.outcome().is_some() || table.reply().is_err() {
                break;
            }
        }
        let choices = table.choices();
        for choice in choices.iter().rev().take(2) {
            let Some(compared) = table.compare(choice.ply, &choice.text) else { continue };
            let judged = |considered: Option<&ludevo_game::why::Considered>| {
                considered.and_then(|known| known.judged.as_ref()).map(|judged| judged.value)
            };
            let (Some(one), Some(two)) = (judged(Some(&compared.chosen)), judged(compared.other.as_ref()))
            else {
                continue;
            };
            let sum: f64 = compared.differences.iter().map(Difference::gain).sum();
            let size = compared.differences.iter().map(|known| known.gain().abs()).fold(1.0, f64::max);
            assert!(
                (sum - (one - two)).abs() <= 1e-6 * size,
                "{name}, {}: the bars add up to {sum}, the values differ by {}",
                choice.text,
                one - two
            );
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} comparisons");
}

/// In games of a champion against itself what it thinks of its chance before a move and what the other side thinks of its own
/// after it are about one together.
#[test]
fn chances_of_both_sides_agree_from_move_to_move() {
    let (mut told, mut off) = (Vec::new(), Vec::new());
    for (game, name, text, player) in seated() {
        let Some(measured) = registry::text(registry::chances(), &name) else { continue };
        let chances = Chances::parse(measured).unwrap_or_else(|error| panic!("{name}: {error}"));
        let file = ChampionFile::parse(text).unwrap();
        assert_eq!(chances.champion, checksum(&file), "{name}: measured for another champion");
        let facet = game.at_table().expect("it is played at a table");
        let (mut sum, mut count, mut worst) = (0.0, 0, 0.0_f64);
        let of = || name.clone();
        let names = Names { game: game.facts().name.to_owned(), first: of(), second: of() };
        for seed in 1..=3 {
            let mut table = facet.table(&player, Side::First, seed).unwrap();
            // The same game every time where nothing is drawn: a few moves of the list make it another one.
            for number in 0..4 {
                let moves = table.moves();
                if table.outcome().is_some() || moves.is_empty() {
                    break;
                }
                table.play(&moves[(seed as usize * 7 + number * 3) % moves.len()]).unwrap();
            }
            let mut before: Option<(f64, bool)> = None;
            for _ in 0..80 {
                if table.outcome().is_some() {
                    break;
                }
                let ply = table.record(&names).moves.len();
                let by_first = table.first_to_move();
                let Some(values) = table.values_at(ply) else { break };
                let chance = chances.at(Some(ply), by_first).chance(values[0].1);
                if let Some((known, was_first)) = before {
                    let gap = if was_first == by_first { chance - known } else { chance + known - 1.0 };
                    sum += gap.abs();
                    worst = worst.max(gap.abs());
                    count += 1;
                }
                before = Some((chance, by_first));
                if table.reply().is_err() {
                    break;
                }
            }
        }
        let mean = sum / f64::from(count.max(1));
        told.push(format!("{name}: {mean:.3} in {count} moves, at most {worst:.2}"));
        // What is rolled changes chances; a look ahead changes them less.
        if mean > if is_of_chance(game) { 0.15 } else { 0.12 } {
            off.push(name);
        }
    }
    assert!(off.is_empty(), "{off:?} do not agree: {told:#?}");
    assert!(told.len() > 10, "{told:#?}");
}

/// Whether dice are rolled: then chances change by what is rolled.
fn is_of_chance(game: &dyn Game) -> bool {
    let facet = game.at_table().expect("it is played at a table");
    let random = "random".parse().unwrap();
    facet.table(&random, Side::First, 1).is_ok_and(|mut table| {
        let _ = table.reply();
        table.chance().is_some()
    })
}
