//! The rules of FreeCell against listings, another generator, and a checker that shares no code with them.

use ludevo_evolve::Species;
use ludevo_game::puzzle::Ended;
use ludevo_random::{Purpose, stream};
use ludevo_search::puzzle::{BestFirst, Heuristic, Limits, Puzzle, Staged, StagedSettings, Step};
use proptest::prelude::*;
use rand::RngExt;

use super::features::{Estimate, LENGTH, ROOM, WEIGHTS};
use super::heuristics::{AUXILIARY, PUBLISHED, Published, hsdh, phase};
use super::replay::{self, ReplayError};
use super::solution::{Play, Spot};
use super::*;

const DEAL_617: &str = "\
7D TD TH KD 4C 4S JD
AD 7S QC 5H QS TS KS
5C QD 3H 9S 9C 2H KC
3S AC 9D 3C 9H 5D 4H
5S 6D 6S 8S 7C JC
8C 8H 8D 7H 6H 6C
2D AS 3D 4D 2C JH
AH KH TC JS 2S QH
";

/// Weights made up for tests, of the right signs.
fn some_weights() -> [f32; WEIGHTS] {
    let mut weights = [0.0; WEIGHTS];
    weights[..13].copy_from_slice(&[1.0, 0.1, 0.5, 1.5, 0.1, 0.5, 0.2, 0.3, 0.2, 0.4, 0.3, 0.1, -0.05]);
    weights[LENGTH] = 0.8;
    for (place, weight) in weights[ROOM..].iter_mut().enumerate() {
        *weight = 6.0 / (1.0 + (place / 3) as f32 + 1.5 * (place % 3) as f32);
    }
    weights
}

fn start(puzzle: FreeCell, number: u32) -> Position {
    puzzle.start(&Deal::microsoft(number).expect("a deal"))
}

fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn deals_equal_the_published_listings() {
    let text = |number| Deal::microsoft(number).expect("a deal").to_string();
    assert!(text(1).starts_with("JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n"));
    assert!(text(1).ends_with("7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n"));
    assert_eq!(text(617), DEAL_617);
    assert!(text(11982).starts_with("AH 3D KD JC 6C JD KC\nAS 3H 6H 5D 2C 7D 8D\n"));
    assert!(text(11982).ends_with("TS AD 9S KH 4S 4C\nJS KS 3C 7C 7S 5H\n"));
}

/// The asset holds, for each number, the FNV-1a hash of what `make-microsoft-freecell-board -t` of the Debian package
/// freecell-solver-bin 5.0.0 prints.
#[test]
fn a_thousand_deals_equal_those_of_another_generator() {
    let asset = include_str!("testdata/microsoft_deals.txt");
    let mut count = 0;
    for line in asset.lines() {
        let (number, hash) = line.split_once(' ').expect("two columns");
        let deal = Deal::microsoft(number.parse().expect("a number")).expect("a deal");
        assert_eq!(format!("{:016x}", fnv(&deal.to_string())), hash, "deal {number}");
        count += 1;
    }
    assert!(count >= 1000);
}

#[test]
fn the_generator_beside_it_agrees_today() {
    let Some(program) = ludevo_peers::needed_by("the_generator_beside_it_agrees_today") else { return };
    let board = program.with_file_name("make-microsoft-freecell-board");
    for number in [1, 617, 11982, 31_999, 1_000_001, i32::MAX as u32] {
        let output = std::process::Command::new(&board).args(["-t", &number.to_string()]).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
        assert_eq!(Deal::microsoft(number).expect("a deal").to_string(), text);
    }
}

#[test]
fn numbers_outside_the_range_are_refused() {
    for number in [0, 1 << 31, u32::MAX] {
        let error = Deal::microsoft(number).expect_err("no deal").to_string();
        assert!(error.contains(&number.to_string()) && error.contains("1 to 2147483647"), "{error}");
    }
}

#[test]
fn deals_name_the_card_or_the_line_that_is_wrong() {
    let error = |text: &str| text.parse::<Deal>().expect_err(text).to_string();
    assert_eq!(
        error(""),
        "the deal is empty: expected 8 lines of cards, one a cascade, such as `JD KD 2S 4C`"
    );
    assert_eq!(error(&DEAL_617.replace("QH", "QX")).split(':').next(), Some("line 8"));
    assert!(error(&DEAL_617.replace("QH", "QX")).contains("`QX` is not a card"));
    assert_eq!(error(&DEAL_617.replace("QH", "7D")), "line 8: 7D is there twice");
    assert_eq!(error(&DEAL_617.replace(" QH", "")), "QH is missing from the deal");
    assert_eq!(error(&DEAL_617.replace(" 2S QH", "")), "2S is missing from the deal, and 1 others");
    let seven = DEAL_617.replace("2C JH\nAH", "2C JH AH");
    assert!(error(&seven).starts_with("7 cascades, expected 8"), "{}", error(&seven));
    assert!(error(&format!("Foundations: X-3\n{DEAL_617}")).starts_with("line 1: `X-3` is not a foundation"));
    let crowded = format!("Freecells: 7D TD TH KD 4C\n{}", DEAL_617.replace("7D TD TH KD 4C", ""));
    assert!(error(&crowded).contains("5 cards in cells, but there are 4 cells"));
}

#[test]
fn deals_in_the_middle_of_a_game_read_back() {
    let text = "Foundations: C-0 D-A H-0 S-2\nFreecells: KH TD\n7D TH KD 4C 4S JD\n7S QC 5H QS TS KS\n5C QD 3H 9S 9C 2H KC\n\
                3S AC 9D 3C 9H 5D 4H\n5S 6D 6S 8S 7C JC\n8C 8H 8D 7H 6H 6C\n2D 3D 4D 2C JH\nAH TC JS QH\n";
    let deal: Deal = text.parse().expect("a deal");
    assert_eq!(deal.to_string(), text);
    assert_eq!(Position::new(&deal).home_cards(), 3);
    assert_eq!(Position::new(&deal).free(), 2);
    let lower = text.to_lowercase().replace("td", "10d");
    assert_eq!(lower.parse::<Deal>(), Ok(deal));
}

#[test]
fn smaller_decks_and_other_layouts_are_games_too() {
    let layout = Layout { cascades: 3, cells: 1, ranks: 2 };
    let deal = Deal::parse("2C AC 2D\nAD 2H AH\n:2S AS\n", layout).expect("a deal");
    let mut search = BestFirst::default();
    let puzzle = FreeCell::PLAIN;
    let mut away = |position: &Position| 52.0 - f64::from(position.home_cards());
    let attempt = search.solve(&puzzle, &Position::new(&deal), &mut away, Limits::default());
    let path = attempt.path().expect("it can be solved");
    let solution = Solution::new(&deal, puzzle, path);
    assert_eq!(replay::check(&deal, solution.singles()), Ok(()));
    let error = Deal::parse("3C\n\n", layout).expect_err("no threes");
    assert_eq!(error.to_string(), "line 1: 3C is not in a deck of 2 cards a suit");
    assert!(
        Deal::parse("", Layout { cascades: 0, ..layout }).expect_err("none").to_string().contains("1 to 52")
    );
}

#[test]
fn the_key_and_equality_ignore_the_order_of_cascades_and_cells() {
    let mut lines: Vec<&str> = DEAL_617.lines().collect();
    lines.swap(0, 2);
    lines.swap(4, 7);
    let one = Position::new(&DEAL_617.parse().expect("a deal"));
    let two = Position::new(&lines.join("\n").parse().expect("a deal"));
    assert_eq!((one.key(), one), (two.key(), two));
    assert_ne!(one.key(), start(FreeCell::PLAIN, 618).key());
}

/// A position from a deal by random moves, with all positions on the way.
fn wander(puzzle: FreeCell, number: u32, seed: u64, moves: usize) -> Vec<Position> {
    let mut rng = stream(seed, Purpose::Sampling, 0, 0);
    let mut positions = vec![start(puzzle, number)];
    let mut legal = Vec::new();
    for _ in 0..moves {
        let mut position = positions[positions.len() - 1];
        legal.clear();
        puzzle.moves(&position, &mut legal);
        if legal.is_empty() {
            break;
        }
        puzzle.apply(&mut position, legal[rng.random_range(0..legal.len())]);
        positions.push(position);
    }
    positions
}

/// The deal whose position this is, cascades in order of their lowest card.
fn deal_of(position: &Position) -> Deal {
    let cascade = |bottom: Card| {
        let mut cards = vec![bottom];
        while let Some(over) = position.over(cards[cards.len() - 1]) {
            cards.push(over);
        }
        cards
    };
    let mut cascades: Vec<Vec<Card>> = cards::cards(position.bottoms()).map(cascade).collect();
    cascades.resize(8, Vec::new());
    let home = [0, 1, 2, 3].map(|suit| position.home(suit));
    Deal { layout: Layout::STANDARD, cascades, cells: cards::cards(position.cells()).collect(), home }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Everything that a position keeps up to date by and by equals what is counted afresh.
    #[test]
    fn positions_after_moves_equal_the_same_cards_dealt_afresh(number in 1..32_000_u32, seed in any::<u64>()) {
        for puzzle in [FreeCell::PLAIN, FreeCell::RUNS] {
            for position in wander(puzzle, number, seed, 80) {
                let afresh = Position::new(&deal_of(&position));
                prop_assert_eq!(format!("{:?}", (position.key(), position.tops(), position.bottoms(), position.joined(),
                    position.blocking(), position.locking(), position.next(), position.free(), position.empty())),
                    format!("{:?}", (afresh.key(), afresh.tops(), afresh.bottoms(), afresh.joined(),
                    afresh.blocking(), afresh.locking(), afresh.next(), afresh.free(), afresh.empty())));
                prop_assert_eq!(position, afresh);
                prop_assert_eq!(position.joined_count(), position.joined().count_ones());
                prop_assert_eq!(position.blocking_count(), position.blocking().count_ones());
                prop_assert_eq!(position.locking_count(), position.locking().count_ones());
                let ranks = |set| cards::cards(set).map(|card| u32::from(card.rank())).sum::<u32>();
                prop_assert_eq!(position.blocking_ranks(), ranks(position.blocking()));
                prop_assert_eq!(position.bottom_ranks(), ranks(position.bottoms()));
            }
        }
    }

    /// Generated moves are legal, and among single cards all legal moves are generated.
    #[test]
    fn moves_are_the_legal_ones(number in 1..32_000_u32, seed in any::<u64>()) {
        let mut moves = Vec::new();
        for position in wander(FreeCell::PLAIN, number, seed, 80) {
            moves.clear();
            FreeCell::PLAIN.moves(&position, &mut moves);
            let places = (0..52).map(Card::at).map(Place::on).chain([Place::TABLE, Place::CELL, Place::HOME]);
            let all = places.flat_map(|to| (0..52).map(move |card| Move { card: Card::at(card), to }));
            let singles = all.filter(|action| position.over(action.card).is_none() && position.is_legal(*action));
            prop_assert_eq!(singles.count(), moves.len());
            FreeCell::RUNS.moves(&position, &mut moves);
            prop_assert!(moves.iter().all(|action| position.is_legal(*action)));
        }
    }

    #[test]
    fn previews_equal_the_values_after_the_move(number in 1..32_000_u32, seed in any::<u64>()) {
        let puzzle = FreeCell::RUNS;
        let mut estimate = Estimate::new(some_weights());
        let mut moves = Vec::new();
        for position in wander(puzzle, number, seed, 60) {
            moves.clear();
            puzzle.moves(&position, &mut moves);
            estimate.look_from(&puzzle, &position);
            for &action in &moves {
                let step = Step { length: 7, last: Some(action), siblings: 0 };
                let mut after = position;
                puzzle.apply(&mut after, action);
                if let Some(value) = estimate.preview(&puzzle, &position, &step) {
                    prop_assert!((value - estimate.value(&puzzle, &after, &step)).abs() < 1e-3);
                    prop_assert!(!puzzle.is_solved(&after));
                    prop_assert_eq!(puzzle.key_after(&position, action), after.key());
                }
            }
        }
    }
}

#[test]
fn solutions_are_legal_card_by_card() {
    let mut search = BestFirst::default();
    let mut estimate = Estimate::new(some_weights());
    let puzzle = FreeCell::RUNS;
    for number in [1, 617, 1941, 21_721, 24_249, 31_998] {
        let deal = Deal::microsoft(number).expect("a deal");
        let attempt = search.solve(&puzzle, &puzzle.start(&deal), &mut estimate, Limits::default());
        let path = attempt.path().unwrap_or_else(|| panic!("deal {number} can be solved"));
        let solution = Solution::new(&deal, puzzle, path);
        assert_eq!(replay::check(&deal, solution.singles()), Ok(()), "deal {number}");
        assert!(solution.singles().len() >= solution.plays().len());
        assert_eq!(solution.plays().iter().filter(|play| play.to == Spot::Home).count(), 52);
    }
}

/// A run may need some of the empty cascades, all of them, or none.
#[test]
fn runs_of_every_length_are_carried_card_by_card() {
    let ranks = "KQJT98765432A";
    for (count, cells) in (1..=8).flat_map(|count| (0..=4).map(move |cells| (count, cells))) {
        let layout = Layout { cascades: 5, cells, ranks: 13 };
        let run: Vec<String> = ranks
            .chars()
            .skip(1)
            .take(count)
            .zip("HSHSHSHS".chars())
            .map(|(rank, suit)| format!("{rank}{suit}"))
            .collect();
        let used = |card: &String| run.contains(card) || card == "KC";
        let all = ranks.chars().flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")));
        let others: Vec<String> = all.filter(|card| !used(card)).collect();
        let text = format!("{} {}\nKC\n:\n:\n:\n", others.join(" "), run.join(" "));
        let deal = Deal::parse(&text, layout).expect("a deal");
        let action = Move {
            card: Card::parse("QH").expect("a card"),
            to: Place::on(Card::parse("KC").expect("a card")),
        };
        let position = Position::new(&deal);
        assert_eq!(
            position.is_legal(action),
            count <= (usize::from(cells) + 1) << 3,
            "{count} cards, {cells} cells"
        );
        if position.is_legal(action) {
            let solution = Solution::new(&deal, FreeCell { unit: Unit::Run, automatic: false }, &[action]);
            // The other cards lie in order, so that all go home afterwards.
            assert_eq!(replay::check(&deal, solution.singles()), Ok(()), "{count} cards, {cells} cells");
            assert_eq!(solution.plays()[0].count, count);
        }
    }
}

#[test]
fn solvers_solve_deals_within_their_limits() {
    let start = genome::Genome::Portfolio.started(0);
    let beam = genome::Genome::Beam.started(20);
    for (method, deals) in [(start, 1..=150), (beam, 1..=20)] {
        let mut solver = Solver::new(&method, Limits::default());
        for number in deals {
            let deal = Deal::microsoft(number).expect("a deal");
            let outcome = solver.solve(&deal);
            assert!(outcome.solution().is_some(), "deal {number} by {method:?}");
        }
        let mut hurried = Solver::new(&method, Limits { expanded: 10, ..Limits::default() });
        let outcome = hurried.solve(&Deal::microsoft(1).expect("a deal"));
        assert!(matches!(outcome.ending, Ended::Unsolved("nodes")) && outcome.effort.expanded == 10);
    }
}

#[test]
fn the_checker_refuses_what_the_rules_forbid() {
    let deal: Deal = DEAL_617.parse().expect("a deal");
    let play = |from, to| Play { card: Card::at(0), count: 1, from, to };
    let problem = |plays: &[Play]| match replay::check(&deal, plays) {
        Err(ReplayError::Illegal { number, problem, .. }) => (number, problem),
        other => panic!("{other:?}"),
    };
    let to_cell = |cascade, cell| play(Spot::Cascade(cascade), Spot::Cell(cell));
    assert_eq!(
        problem(&[play(Spot::Cascade(0), Spot::Home)]),
        (1, "a lower card of the suit is not at home")
    );
    assert_eq!(problem(&[to_cell(0, 0), to_cell(1, 0)]), (2, "the cell is taken"));
    assert_eq!(problem(&[to_cell(0, 4)]), (1, "there is no such cell"));
    assert_eq!(problem(&[play(Spot::Cell(0), Spot::Cascade(0))]), (1, "there is no card"));
    assert_eq!(
        problem(&[play(Spot::Cascade(0), Spot::Cascade(1))]),
        (1, "the card below is not of the next rank")
    );
    // QH on KS is fine, QH on KH would not be.
    assert_eq!(
        replay::check(&deal, &[play(Spot::Cascade(7), Spot::Cascade(1))]),
        Err(ReplayError::Unfinished(52))
    );
    assert_eq!(problem(&[play(Spot::Home, Spot::Cascade(1))]), (1, "cards do not come back from home"));
}

fn published(name: &str) -> &'static Published {
    PUBLISHED.iter().find(|heuristic| heuristic.name == name).expect("one of the nine")
}

/// The values of the lowest cards are those of the worked example in section 11.2.2 of Evolved to Win; the next cards
/// and what lies on them are counted by hand.
#[test]
fn the_nine_heuristics_are_worth_what_their_words_say() {
    let deal: Deal = "Foundations: C-A D-0 H-0 S-A\nFreecells: KC KD KH\n2C AD AH\n3C 2D 2H\n9C 3D 3H 4C 4D 4H 4S\nJC 5C 5D 5H 5S\n6C 6D 6H 6S 7C 7D\n\
                      2S 3S 7H 7S 8C\n8D 8H 8S 9D 9H 9S TC TD TH TS\nJD JH JS QC QD QH QS KS\n"
        .parse()
        .expect("a deal");
    let position = Position::new(&deal);
    let value = |name| (published(name).value)(&position);
    assert_eq!(value("SumOfBottomCards"), 100.0 - (2.0 + 3.0 + 9.0 + 11.0 + 6.0 + 2.0 + 8.0 + 11.0));
    // 2C has two cards on it, AD one, AH none, 2S four.
    assert_eq!(value("HSDH"), 7.0);
    assert_eq!(value("NumCardsNotAtFoundations"), 50.0);
    assert_eq!(value("FreeCells"), 1.0);
    assert_eq!(value("NumberWellPlaced"), 0.0);
    let tops = (1.0 + 2.0 + 4.0 + 5.0 + 7.0 + 8.0 + 10.0 + 13.0) / 8.0;
    assert_eq!(value("DifferenceFromTop"), tops - 0.5);
    assert_eq!(
        (value("LowestHomeCard"), value("HighestHomeCard"), value("DifferenceHome")),
        (13.0, 1.0, 1.0)
    );
    assert_eq!(published("SumOfBottomCards").normalised(&position), 0.48);
    assert_eq!(published("DifferenceHome").normalised(&position), 1.0 / 13.0);
    assert_eq!(published("FreeCells").normalised(&position), 1.0 - 1.0 / 12.0);
    let full: Deal =
        deal.to_string().replace("KC KD KH", "KC KD KH AH").replace("AD AH", "AD").parse().expect("a deal");
    // AH is free, one card less lies on 2C, AD is exposed, and no room is left: (1 + 0 + 0 + 4) * 2.
    assert_eq!((published("HSDH").value)(&Position::new(&full)), 10.0);
}

#[test]
fn the_goal_is_where_every_falling_heuristic_is_least() {
    let home = "Foundations: C-K D-K H-K S-K\n:\n:\n:\n:\n:\n:\n:\n:\n".parse().expect("a deal");
    let position = Position::new(&home);
    assert!(position.is_won());
    for name in [
        "HSDH",
        "NumCardsNotAtFoundations",
        "DifferenceFromTop",
        "LowestHomeCard",
        "HighestHomeCard",
        "DifferenceHome",
        "FreeCells",
    ] {
        assert_eq!(published(name).normalised(&position), 0.0, "{name}");
    }
}

#[test]
fn auxiliary_functions_tell_of_the_last_move() {
    let puzzle = FreeCell::PLAIN;
    let start = start(puzzle, 617);
    let value = |name: &str, action: Move| {
        let mut position = start;
        puzzle.apply(&mut position, action);
        let auxiliary = AUXILIARY.iter().find(|auxiliary| auxiliary.name == name).expect(name);
        (auxiliary.value)(&position, &Step { length: 10, last: Some(action), siblings: 9 })
    };
    let card = |text| Card::parse(text).expect("a card");
    let to_cell = Move { card: card("JD"), to: Place::CELL };
    let to_cascade = Move { card: card("QH"), to: Place::on(card("KS")) };
    assert_eq!((value("IsMoveToFreecell", to_cell), value("IsMoveToFreecell", to_cascade)), (1.0, 0.0));
    assert_eq!((value("IsMoveToCascade", to_cell), value("IsMoveToCascade", to_cascade)), (0.0, 1.0));
    assert_eq!(value("IsMoveToFoundation", to_cell), 0.0);
    // KS lies on other cards.
    assert_eq!(value("IsMoveToSortedPile", to_cascade), 0.0);
    assert_eq!(
        (value("LastCardMoved", to_cell), value("NumberOfSiblings", to_cell), value("g", to_cell)),
        (11.0, 9.0, 10.0)
    );
    let mut moves = Vec::new();
    let mut after = start;
    puzzle.apply(&mut after, to_cell);
    puzzle.moves(&after, &mut moves);
    assert_eq!(value("NumberOfChildren", to_cell), moves.len() as f64);
    // The worked example of section 11.3: ten moves made, the heuristic says 5.
    let step = Step { length: 10, last: None, siblings: 0 };
    let lowest = published("LowestHomeCard");
    let eight = "Foundations: C-8 D-8 H-8 S-8\n9C TC JC QC KC\n9D TD JD QD KD\n9H TH JH QH KH\n9S TS JS QS KS\n:\n:\n:\n:\n";
    assert_eq!(phase(lowest, &Position::new(&eight.parse().expect("a deal")), &step), 2.0 / 3.0);
}

#[test]
fn staged_deepening_with_the_published_heuristic_solves_deals() {
    let mut search = Staged::new(StagedSettings::default());
    let mut heuristic = |position: &Position| hsdh(position);
    let limits = Limits { expanded: 60_000, ..Limits::default() };
    let mut solved = 0;
    for number in 1..=10 {
        let deal = Deal::microsoft(number).expect("a deal");
        let puzzle = FreeCell::PLAIN;
        let attempt = search.solve(&puzzle, &puzzle.start(&deal), &mut heuristic, limits);
        if let Some(path) = attempt.path() {
            solved += 1;
            assert_eq!(replay::check(&deal, Solution::new(&deal, puzzle, path).singles()), Ok(()));
        }
    }
    assert!(solved >= 1, "none of 10");
}

#[test]
fn the_first_rule_that_holds_says_which_weights_count() {
    let species = genome::Genome::Policy.species(ludevo_game::puzzle::Variation::default());
    // The second rule counts after a move to a cell, no other rule ever does.
    let conditions = (1..=5).map(|rule| {
        format!("tree rule{rule}\n{}\n", if rule == 2 { "IsMoveToFreecell" } else { "LessThan(g, g)" })
    });
    let values = species.weights().iter().map(|weight| {
        let counts = ["2.HSDH", "default.FreeCells"].contains(&weight.name.as_str());
        format!("{} = {}\n", weight.name, u8::from(counts))
    });
    let text = conditions.chain(["values\n".to_owned()]).chain(values).collect::<String>();
    let policy = species.parse(&text, 1).expect("a policy");
    assert_eq!(species.print(&policy), text);
    let mut advised = policy::Advised::new(&policy);
    let mut position = Position::new(&Deal::microsoft(617).expect("a deal"));
    let top = cards::cards(position.tops()).next().expect("a card");
    let action = Move { card: top, to: Place::CELL };
    position.apply(action);
    let mut value = |last| advised.value(&FreeCell::PLAIN, &position, &Step { length: 1, last, siblings: 9 });
    let by_name = |name: &str| {
        let found = PUBLISHED.iter().find(|heuristic| heuristic.name == name);
        found.expect("a heuristic").normalised(&position)
    };
    assert_eq!(value(Some(action)), by_name("HSDH"));
    assert_eq!(value(None), by_name("FreeCells"));
    assert_ne!(by_name("HSDH"), by_name("FreeCells"));
}
