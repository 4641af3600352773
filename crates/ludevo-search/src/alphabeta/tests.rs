//! Whether every kind of search finds what minimax finds, on trees in which players do not alternate, chance moves
//! anywhere, and games end at any ply.

use ludevo_random::{Purpose, stream};
use proptest::prelude::*;

use super::*;

/// A game whose tree is drawn from a hash: up to `width` moves a state, a random player to move, ends at any ply. With
/// `CHANCE` every fifth state is chance's, and some of its moves are likelier than others.
struct Hashed<const CHANCE: bool> {
    width: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Node(u64);

impl Node {
    fn drawn(&self, purpose: u64, below: u64) -> u64 {
        // The finaliser of MurmurHash3.
        let mut hash = self.0 ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
        }
        (hash ^ (hash >> 33)) % below
    }
}

impl<const CHANCE: bool> Hashed<CHANCE> {
    /// The first state from a number on where a player is to move, or the game is over.
    fn root(&self, number: u64) -> Node {
        (0..)
            .map(|offset| Node(number.wrapping_add(offset)))
            .find(|node| self.turn(node) != Turn::Chance)
            .expect("chance has only some of the states")
    }

    /// The root from which there are so many moves.
    fn root_with(&self, moves: usize) -> Node {
        (1..)
            .map(|number| self.root(number))
            .find(|root| self.moves(root).count() == moves)
            .expect("some state has")
    }
}

impl<const CHANCE: bool> TurnBased for Hashed<CHANCE> {
    type State = Node;
    type Move = u64;
    type Moves = std::ops::Range<u64>;

    const HAS_CHANCE: bool = CHANCE;

    fn initial(&self) -> Node {
        Node(1)
    }

    fn moves(&self, state: &Node) -> Self::Moves {
        0..if state.drawn(1, 12) == 0 { 0 } else { 1 + state.drawn(2, self.width) }
    }

    fn apply(&self, state: &Node, action: u64) -> Node {
        Node(Node(state.0.wrapping_add(action + 1)).drawn(3, u64::MAX))
    }

    fn mover(&self, state: &Node) -> Side {
        if state.drawn(4, 3) == 0 { Side::First } else { Side::Second }
    }

    fn turn(&self, state: &Node) -> Turn {
        if state.drawn(1, 12) > 0 {
            let is_chance = CHANCE && state.drawn(9, 5) == 0;
            return if is_chance { Turn::Chance } else { Turn::Player(self.mover(state)) };
        }
        Turn::End(match state.drawn(5, 3) {
            0 => Outcome::Draw,
            1 => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        })
    }

    fn is_forced(&self, state: &Node) -> bool {
        let moves = self.moves(state).count();
        (moves == 1 || moves > 0 && state.drawn(8, 3) == 0) && self.turn(state) != Turn::Chance
    }

    fn is_loud(&self, state: &Node, action: u64) -> bool {
        self.apply(state, action).drawn(11, 3) == 0
    }

    fn likelihood(&self, state: &Node, outcome: u64) -> f64 {
        let weight = |outcome| 1 + self.apply(state, outcome).drawn(10, 4);
        weight(outcome) as f64 / self.moves(state).map(weight).sum::<u64>() as f64
    }

    fn move_text(&self, _: &Node, action: u64) -> String {
        action.to_string()
    }

    fn state_text(&self, state: &Node) -> String {
        state.0.to_string()
    }

    fn parse_state(&self, text: &str) -> Result<Node, String> {
        text.parse().map(Node).map_err(|_| format!("`{text}` is not a number"))
    }
}

/// Few different values, so that ties are common.
struct Coarse {
    purpose: u64,
    bound: f64,
}

/// What a win is worth below chance.
const WIN: f64 = 4.5;

fn coarse(purpose: u64) -> Coarse {
    Coarse { purpose, bound: f64::INFINITY }
}

impl<const CHANCE: bool> Evaluator<Hashed<CHANCE>> for Coarse {
    fn value(&mut self, game: &Hashed<CHANCE>, state: &Node) -> f64 {
        assert!(!matches!(game.turn(state), Turn::End(_)), "only unfinished states are evaluated");
        state.drawn(self.purpose, 7) as f64 - 3.0
    }

    fn win(&self, _: &Hashed<CHANCE>, _: &Node) -> f64 {
        WIN
    }

    fn bound(&self) -> f64 {
        self.bound
    }
}

/// The value for `side` by looking at everything, with the siblings that `pruning` keeps and the floor of `root`. Where
/// chance came before, which `win` tells, a win is worth that much.
fn minimax<const CHANCE: bool>(
    game: &Hashed<CHANCE>,
    state: &Node,
    side: Side,
    ply: u32,
    root: Side,
    settings: &SearchSettings,
    win: f64,
) -> f64 {
    let below =
        |action, side, ply, win| minimax(game, &game.apply(state, action), side, ply, root, settings, win);
    let mover = match game.turn(state) {
        Turn::End(Outcome::Draw) => return 0.0,
        Turn::End(Outcome::Win(winner)) => return won(winner == side, ply, settings, win),
        Turn::Chance if ply < settings.depth => {
            let terms = game
                .moves(state)
                .map(|outcome| game.likelihood(state, outcome) * below(outcome, side, ply, WIN));
            return terms.sum();
        }
        _ => game.mover(state),
    };
    let sign = if mover == side { 1.0 } else { -1.0 };
    if ply >= settings.depth && !(game.is_forced(state) && ply < settings.depth + settings.forced) {
        let loud = if CHANCE { 0 } else { settings.loud };
        return sign * calmed(game, state, loud, ply, settings);
    }
    let values = kept(game, state, mover, ply + 1, settings)
        .into_iter()
        .map(|action| below(action, mover, ply + 1, win));
    let floor = settings.floor.filter(|_| ply > 0 && mover == root).unwrap_or(f64::NEG_INFINITY);
    sign * values.fold(floor, f64::max)
}

/// What a win so far below the root is worth, or a loss.
fn won(is_won: bool, ply: u32, settings: &SearchSettings, win: f64) -> f64 {
    // A game that is over at the root is not searched.
    let win = if settings.sooner && win.is_infinite() && ply > 0 {
        f64::MAX * (1.0 - f64::from(ply) / f64::from(2 * MOST_PLIES))
    } else {
        win
    };
    if is_won { win } else { -win }
}

/// What an unfinished state is worth to its mover, who may be content or make one of the loud moves.
fn calmed<const CHANCE: bool>(
    game: &Hashed<CHANCE>,
    state: &Node,
    loud: u32,
    ply: u32,
    settings: &SearchSettings,
) -> f64 {
    let mover = game.mover(state);
    let is_forced = loud > 0 && game.is_forced(state);
    let content = if is_forced { f64::NEG_INFINITY } else { coarse(6).value(game, state) };
    let moves = game.moves(state).filter(|action| is_forced || loud > 0 && game.is_loud(state, *action));
    let values = moves.map(|action| {
        let child = game.apply(state, action);
        match game.turn(&child) {
            Turn::End(Outcome::Draw) => 0.0,
            Turn::End(Outcome::Win(winner)) => won(winner == mover, ply + 1, settings, f64::INFINITY),
            _ if game.mover(&child) == mover => calmed(game, &child, loud - 1, ply + 1, settings),
            _ => -calmed(game, &child, loud - 1, ply + 1, settings),
        }
    });
    values.fold(content, f64::max)
}

/// The moves to states at `ply` that are searched, as section IV.J of Benbassat and Sipper 2012 is read here.
fn kept<const CHANCE: bool>(
    game: &Hashed<CHANCE>,
    state: &Node,
    mover: Side,
    ply: u32,
    settings: &SearchSettings,
) -> Vec<u64> {
    let mut moves: Vec<u64> = game.moves(state).collect();
    if let Some(pruning) = settings.pruning
        && pruning.full_depth < ply
        && ply < settings.depth
    {
        let worst_last = |action: &u64| {
            let child = game.apply(state, *action);
            let good = match game.turn(&child) {
                end @ Turn::End(_) => worth(end, mover),
                _ if game.mover(&child) == mover => coarse(7).value(game, &child),
                _ => -coarse(7).value(game, &child),
            };
            // Never minus zero, which `total_cmp` would tell from zero.
            0.0 - good
        };
        moves.sort_by(|a, b| worst_last(a).total_cmp(&worst_last(b)));
        let share = (moves.len() as f64 * pruning.ratio).ceil() as usize;
        moves.truncate(share.min(pruning.branching));
        moves.sort_unstable();
    }
    moves
}

fn settings() -> impl Strategy<Value = SearchSettings> {
    let pruning = (0.05..=1.0, 1..5_usize, 0..4_u32).prop_map(|(ratio, branching, full_depth)| Pruning {
        ratio,
        branching,
        full_depth,
    });
    let floor = prop::option::of((-3..4_i32).prop_map(f64::from));
    (1..6_u32, prop::bool::ANY, prop::option::of(pruning), floor, 0..4_u32, 0..4_u32, prop::bool::ANY)
        .prop_map(|(depth, plain, pruning, floor, forced, loud, sooner)| {
            let order = if plain { Order::Plain } else { Order::Promising };
            SearchSettings { depth, order, pruning, floor, nodes: None, forced, loud, sooner }
        })
}

/// Compares a search with minimax: the values of the root moves, the best of them, and what is chosen.
fn check<const CHANCE: bool>(
    game: &Hashed<CHANCE>,
    root: &Node,
    settings: SearchSettings,
    bound: f64,
) -> Result<Effort, TestCaseError> {
    let side = game.mover(root);
    let mut search = AlphaBeta::new(settings);
    let mut evaluator = Ranked { value: Coarse { purpose: 6, bound }, rank: coarse(7) };
    let infinity = f64::INFINITY;
    let expected: Vec<(u64, f64)> = kept(game, root, side, 1, &settings)
        .into_iter()
        .map(|action| {
            let child = game.apply(root, action);
            (action, minimax(game, &child, side, 1, side, &settings, infinity))
        })
        .collect();
    let of_moves = search.root_values(game, root, &mut evaluator);
    prop_assert_eq!(&of_moves, &expected);

    let (value, best) = search.best_moves(game, root, &mut evaluator);
    prop_assert_eq!(value, minimax(game, root, side, 0, side, &settings, infinity));
    let expected: Vec<u64> =
        expected.into_iter().filter(|&(_, of_move)| of_move == value).map(|(action, _)| action).collect();
    prop_assert_eq!(&best, &expected);

    let has_line = settings.floor.is_none() && settings.loud == 0 && !settings.sooner;
    for &(action, value) in of_moves.iter().filter(|_| has_line) {
        let line = search.line(game, root, action, &mut evaluator);
        prop_assert!(line[0] == action && line.len() <= (settings.depth + settings.forced) as usize);
        let end = line.iter().fold(root.clone(), |state, action| game.apply(&state, *action));
        let sign = if game.mover(&end) == side { 1.0 } else { -1.0 };
        let found = match game.turn(&end) {
            Turn::Player(_) => sign * coarse(6).value(game, &end),
            Turn::Chance => continue,
            over => worth(over, side),
        };
        prop_assert_eq!(found, value, "the line leads to the state that the value comes from");
    }

    let mut random = stream(1, Purpose::Sampling, 0, 0);
    let chosen = search.choose(game, root, &mut evaluator, &mut random);
    prop_assert_eq!(chosen.is_none(), expected.is_empty());
    Ok(search.effort())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finds_the_value_and_the_best_moves_of_minimax(root in any::<u64>(), width in 1..6_u64, settings in settings()) {
        let game = Hashed::<false> { width };
        check(&game, &game.root(root), settings, f64::INFINITY)?;
    }

    #[test]
    fn finds_those_of_expectiminimax_with_and_without_cuts(
        root in any::<u64>(),
        width in 1..5_u64,
        settings in settings(),
    ) {
        let game = Hashed::<true> { width };
        let root = game.root(root);
        let settings = SearchSettings { depth: settings.depth.min(4), ..settings };
        let whole = check(&game, &root, settings, f64::INFINITY)?;
        let cut = check(&game, &root, settings, WIN)?;
        prop_assert!(cut.total() <= whole.total(), "{cut:?} {whole:?}");
    }
}

#[test]
fn known_bounds_save_states_below_chance() {
    let game = Hashed::<true> { width: 6 };
    let efforts = [f64::INFINITY, WIN].map(|bound| {
        let mut search = AlphaBeta::new(SearchSettings::full(4));
        for number in 1..200 {
            search.best_moves(&game, &game.root(number << 8), &mut Coarse { purpose: 6, bound });
        }
        search.effort().total()
    });
    assert!(efforts[1] * 5 < efforts[0] * 4, "{efforts:?}");
}

#[test]
fn one_ply_judges_the_states_of_chance_as_they_are() {
    let game = Hashed::<true> { width: 5 };
    for number in 1..200 {
        let root = game.root(number);
        for (action, value) in
            AlphaBeta::new(SearchSettings::full(1)).root_values(&game, &root, &mut coarse(6))
        {
            let child = game.apply(&root, action);
            if game.turn(&child) == Turn::Chance {
                let judged = coarse(6).value(&game, &child);
                assert_eq!(value, if game.mover(&child) == game.mover(&root) { judged } else { -judged });
            }
        }
    }
}

#[test]
fn chooses_each_of_the_best_moves_equally_often() {
    let game = Hashed::<false> { width: 12 };
    let root = (1..)
        .map(Node)
        .find(|root| {
            AlphaBeta::new(SearchSettings::full(2)).best_moves(&game, root, &mut coarse(6)).1.len() == 4
        })
        .expect("some state has four equal best moves");
    let mut search = AlphaBeta::new(SearchSettings::full(2));
    let (_, best) = search.best_moves(&game, &root, &mut coarse(6));
    let mut random = stream(1, Purpose::Sampling, 0, 0);
    let mut counts = [0_i32; 4];
    for _ in 0..4000 {
        let chosen = search.choose(&game, &root, &mut coarse(6), &mut random).expect("not over");
        counts[best.iter().position(|&action| action == chosen).expect("one of the best")] += 1;
    }
    // The deviation of a binomial count of 4000 with probability 1/4 is 27.4; four of them hardly ever pass five.
    assert!(counts.iter().all(|count| (count - 1000).abs() < 137), "{counts:?}");
}

#[test]
fn counts_every_state_of_a_tree_without_cuts() {
    // One ply: the root is expanded, each child is a leaf.
    let game = Hashed::<false> { width: 5 };
    let root = game.root_with(5);
    let mut search = AlphaBeta::new(SearchSettings::full(1));
    search.best_moves(&game, &root, &mut coarse(6));
    assert_eq!(search.effort(), Effort { interior: 1, leaves: 5 });
}

#[test]
fn a_search_with_a_budget_stops_expanding_and_the_next_one_has_its_own() {
    let game = Hashed::<false> { width: 5 };
    let root = game.root_with(5);
    let depth = 7;
    for order in [Order::Plain, Order::Promising] {
        let mut search =
            AlphaBeta::new(SearchSettings { order, nodes: Some(20), ..SearchSettings::full(depth) });
        for _ in 0..3 {
            let before = search.effort().interior;
            let (_, best) = search.best_moves(&game, &root, &mut coarse(6));
            assert!(!best.is_empty());
            let expanded = search.effort().interior - before;
            // States on the way down when the budget is used up are finished.
            assert!((20..=20 + u64::from(depth)).contains(&expanded), "{expanded}");
        }
    }
}

#[test]
fn rounds_the_share_of_siblings_up() {
    let pruning = |ratio, branching| Pruning { ratio, branching, full_depth: 0 };
    assert_eq!(pruning(0.25, 99).kept(4), 1);
    assert_eq!(pruning(0.25, 99).kept(5), 2);
    assert_eq!(pruning(1.0, 5).kept(8), 5);
    assert_eq!(pruning(0.5, 3).kept(1), 1);
}
