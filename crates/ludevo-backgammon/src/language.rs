//! What programs may ask about a backgammon board, always as seen by the player who has just moved.

use ludevo_program::{Domain, Draw, Language, Op, Primitive, Read, Reading, UNSET};

use super::board::{BAR, Board, OFF};
use super::features::Look;
use super::race;

/// Places as Tables 7.1 and 7.2 number them for the player: 0 the bar, 1 to 24 the points in the order in which the
/// player's men pass them, so that 19 to 24 are home, and 25 for men borne off.
pub const LOCATIONS: Domain = Domain {
    name: "location",
    values: &[
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
        "18", "19", "20", "21", "22", "23", "24", "25",
    ],
};

/// Points as players number them: 1 to 6 are the player's home, 24 is the farthest away.
pub const POINTS: Domain = Domain {
    name: "point",
    values: &[
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
        "19", "20", "21", "22", "23", "24",
    ],
};

/// The cells of a view: the men of both players, their points as bits, and then the cells that keep numbers.
const MEN: usize = 0;
const BITS: usize = 4;
const KEPT: u16 = 6;
const CELLS: usize = KEPT as usize + RICH_NUMBERS.len();

/// Fills a view of `board`.
#[inline]
pub fn fill(board: Board, view: &mut [u64]) {
    let view: &mut [u64; CELLS] = view.try_into().expect("a view of backgammon has its own size");
    let look = Look::at(board);
    view[MEN..BITS].copy_from_slice(&board.words());
    view[BITS] = u64::from(look.own) << 32 | u64::from(look.own_made);
    view[BITS + 1] = u64::from(look.opp) << 32 | u64::from(look.opp_made);
    view[usize::from(KEPT)..].fill(UNSET);
}

#[inline]
fn look(view: &[u64]) -> Look {
    Look {
        board: Board::from_words([view[0], view[1], view[2], view[3]]),
        own: (view[BITS] >> 32) as u32,
        own_made: view[BITS] as u32,
        opp: (view[BITS + 1] >> 32) as u32,
        opp_made: view[BITS + 1] as u32,
    }
}

#[inline]
fn board(view: &[u64]) -> Board {
    Board::from_words([view[0], view[1], view[2], view[3]])
}

/// The player's men on a location.
#[inline]
fn own(view: &[u64], location: u16) -> u32 {
    board(view).own.on(25 - u32::from(location))
}

/// The enemy's men on a location of the player's; its own bar and its own men off.
#[inline]
fn enemy(view: &[u64], location: u16) -> u32 {
    board(view).opp.on(enemy_place(location))
}

/// A location of the player's as the enemy counts it.
#[inline]
fn enemy_place(location: u16) -> u32 {
    match u32::from(location) {
        0 => BAR,
        25 => OFF,
        location => location,
    }
}

fn one_if(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

const fn located(name: &'static str, compute: Reading, most: f64, meaning: &'static str) -> Primitive {
    Primitive::query(name, Read::Of { compute, of: LOCATIONS, within: (0.0, most) }, meaning)
}

const fn counted(name: &'static str, compute: Reading, most: f64, meaning: &'static str) -> Primitive {
    Primitive::query(name, Read::Of { compute, of: POINTS, within: (0.0, most) }, meaning)
}

const FLOAT_ERC: Primitive =
    Primitive::float("FloatERC", Op::Ephemeral(Draw::Between(0.0, 5.0)), "a constant from 0 to 5");

/// Where the rich language keeps a number under the same name, the published one shares its cell.
const fn published(
    name: &'static str,
    compute: Reading,
    within: (f64, f64),
    meaning: &'static str,
) -> Primitive {
    let mut index = 0;
    while index < RICH_NUMBERS.len() {
        if same(RICH_NUMBERS[index].0, name) {
            let memo = KEPT + index as u16;
            return Primitive::float(name, Op::Read(Read::Once { compute, memo, within }), meaning);
        }
        index += 1;
    }
    panic!("a published number has a cell")
}

const fn same(one: &str, two: &str) -> bool {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    let mut index = 0;
    while index < one.len() && index < two.len() && one[index] == two[index] {
        index += 1;
    }
    index == one.len() && index == two.len()
}

/// Table 7.1 of Evolved to Win: the terminals of the contact tree.
const CONTACT: [Primitive; 11] = [
    FLOAT_ERC,
    located(
        "PlayerExposed",
        |view, n| one_if(own(view, n) == 1),
        1.0,
        "1 if the player has exactly one man there",
    ),
    located(
        "PlayerBlocked",
        |view, n| one_if(own(view, n) >= 2),
        1.0,
        "1 if the player has two or more men there",
    ),
    located(
        "PlayerTower",
        |view, n| f64::from(own(view, n).saturating_sub(2)),
        13.0,
        "the player's men there beyond two",
    ),
    located(
        "EnemyExposed",
        |view, n| one_if(enemy(view, n) == 1),
        1.0,
        "1 if the enemy has exactly one man there",
    ),
    located(
        "EnemyBlocked",
        |view, n| one_if(enemy(view, n) >= 2),
        1.0,
        "1 if the enemy has two or more men there",
    ),
    published(
        "PlayerPip",
        PLAYER_PIP,
        (0.0, 3.0),
        "the steps the player needs to bear off all men, over 167",
    ),
    published("EnemyPip", ENEMY_PIP, (0.0, 3.0), "the same of the enemy"),
    published(
        "TotalHitProb",
        TOTAL_HIT,
        (0.0, 15.0),
        "the chances that the enemy's next throw can hit, added up over all single men of the player; a man hits by one \
         die or by several, where it may touch down in between",
    ),
    published(
        "PlayerEscape",
        PLAYER_ESCAPE,
        (0.0, 1.0),
        "the ways out of the enemy's home, over the 131 there are without a block: from each of its points that is not \
         blocked and from the bar, the throws of 21 that take a man out of it, touching down only where it is not \
         blocked",
    ),
    published("EnemyEscape", ENEMY_ESCAPE, (0.0, 1.0), "the same for the enemy, out of the player's home"),
];

/// Table 7.2: the terminals of the race tree.
const RACE: [Primitive; 2] =
    [FLOAT_ERC, located("PlayerPosition", |view, n| f64::from(own(view, n)), 15.0, "the player's men there")];

/// Table 7.3: the functions of both trees.
const TABLE_7_3: [Primitive; 9] = [
    Primitive::float("Add", Op::Plus, "the sum"),
    Primitive::float("Sub", Op::Minus, "the first less the second"),
    Primitive::float("Mul", Op::Times, "the product"),
    Primitive::float("If", Op::If, "the second if the first is true, otherwise the third"),
    Primitive::bool("Greater", Op::Greater, "the first number is greater than the second"),
    Primitive::bool("Smaller", Op::Smaller, "the first number is smaller than the second"),
    Primitive::bool("And", Op::And, "both are true"),
    Primitive::bool("Or", Op::Or, "at least one is true"),
    Primitive::bool("Not", Op::Not, "it is false"),
];

const PLAYER_PIP: Reading = |view, _| f64::from(board(view).own.pips()) / 167.0;
const ENEMY_PIP: Reading = |view, _| f64::from(board(view).opp.pips()) / 167.0;
const TOTAL_HIT: Reading = |view, _| look(view).total_hit_chance();
const PLAYER_ESCAPE: Reading = |view, _| look(view).flipped().home_escape();
const ENEMY_ESCAPE: Reading = |view, _| look(view).home_escape();

type Number = (&'static str, Reading, (f64, f64), &'static str);

/// The numbers of the rich language that are worked out at most once a board.
const RICH_NUMBERS: [Number; 47] = [
    ("PlayerPip", PLAYER_PIP, (0.0, 3.0), "the steps the player needs to bear off all men, over 167"),
    ("EnemyPip", ENEMY_PIP, (0.0, 3.0), "the same of the enemy"),
    ("TotalHitProb", TOTAL_HIT, (0.0, 15.0), "the chances of being hit, added up over all single men"),
    (
        "PlayerEscape",
        PLAYER_ESCAPE,
        (0.0, 1.0),
        "the ways out of the enemy's home, over the 131 of an open one",
    ),
    (
        "EnemyEscape",
        ENEMY_ESCAPE,
        (0.0, 1.0),
        "the ways out of the player's home, over the 131 of an open one",
    ),
    (
        "Lead",
        |view, _| (f64::from(board(view).opp.pips()) - f64::from(board(view).own.pips())) / 8.0,
        (-48.0, 48.0),
        "how many throws the player is ahead in the race: the difference in steps over 8",
    ),
    (
        "HitChance",
        |view, _| look(view).hit_chance(),
        (0.0, 1.0),
        "the chance that the enemy can hit a single man",
    ),
    (
        "HitCost",
        |view, _| look(view).hit_cost() / 8.0,
        (0.0, 3.0),
        "the throws the player loses on average by being hit where it hurts most",
    ),
    (
        "Threat",
        |view, _| look(view).flipped().hit_chance(),
        (0.0, 1.0),
        "the chance that the player could hit, if the enemy stood still",
    ),
    (
        "ThreatGain",
        |view, _| look(view).flipped().hit_cost() / 8.0,
        (0.0, 3.0),
        "the throws the enemy would lose on average to that",
    ),
    ("Blots", |view, _| f64::from(look(view).blots().count_ones()), (0.0, 15.0), "the player's single men"),
    (
        "EnemyBlots",
        |view, _| f64::from(look(view).flipped().blots().count_ones()),
        (0.0, 15.0),
        "the enemy's single men",
    ),
    (
        "HomeBlots",
        |view, _| f64::from((look(view).blots() & 0b111_1110).count_ones()),
        (0.0, 6.0),
        "the player's single men at home",
    ),
    (
        "HomePoints",
        |view, _| f64::from(look(view).home_points()),
        (0.0, 6.0),
        "points made in the player's home",
    ),
    (
        "EnemyHomePoints",
        |view, _| f64::from(look(view).flipped().home_points()),
        (0.0, 6.0),
        "points made in the enemy's home",
    ),
    ("Prime", |view, _| f64::from(look(view).prime()), (0.0, 7.0), "the player's longest row of made points"),
    ("EnemyPrime", |view, _| f64::from(look(view).flipped().prime()), (0.0, 7.0), "the enemy's"),
    (
        "EnemyRear",
        |view, _| look(view).rear_escape(),
        (0.0, 1.0),
        "the chance that the enemy's rearmost man can move both dice",
    ),
    (
        "Rear",
        |view, _| look(view).flipped().rear_escape(),
        (0.0, 1.0),
        "the chance that the player's rearmost man can move both dice",
    ),
    (
        "Trapped",
        |view, _| look(view).trapped(),
        (0.0, 15.0),
        "the enemy's men beyond the middle, each by the share of throws with which it cannot move both dice",
    ),
    ("OwnTrapped", |view, _| look(view).flipped().trapped(), (0.0, 15.0), "the same of the player's men"),
    (
        "BackMen",
        |view, _| f64::from(look(view).men(19, BAR)),
        (0.0, 15.0),
        "the player's men in the enemy's home or on the bar",
    ),
    (
        "EnemyBackMen",
        |view, _| f64::from(look(view).flipped().men(19, BAR)),
        (0.0, 15.0),
        "the enemy's men in the player's home or on the bar",
    ),
    (
        "Anchors",
        |view, _| f64::from((look(view).own_made >> 19).count_ones()),
        (0.0, 6.0),
        "points the player has made in the enemy's home",
    ),
    (
        "EnemyAnchors",
        |view, _| f64::from((look(view).opp_made >> 19).count_ones()),
        (0.0, 6.0),
        "points the enemy has made in the player's home",
    ),
    (
        "Builders",
        |view, _| f64::from(look(view).men(7, 12)),
        (0.0, 15.0),
        "the player's men on points 7 to 12, ready to make points",
    ),
    ("Stacked", |view, _| f64::from(look(view).stacked()), (0.0, 15.0), "men beyond the third on a point"),
    (
        "Timing",
        |view, _| f64::from(look(view).spare_steps()) / 8.0,
        (0.0, 36.0),
        "throws before a made point must break: steps of the spare men outside home, over 8",
    ),
    (
        "Gaps",
        |view, _| f64::from(look(view).gaps()),
        (0.0, 18.0),
        "how far men outside home are from the next one in front, beyond six points",
    ),
    (
        "Crossovers",
        |view, _| f64::from(look(view).crossovers()),
        (0.0, 75.0),
        "quarters of the board still to leave",
    ),
    ("Deep", |view, _| f64::from(look(view).men(1, 2)), (0.0, 15.0), "the player's men on points 1 and 2"),
    ("Off", |view, _| f64::from(board(view).own.on(OFF)), (0.0, 15.0), "the player's men borne off"),
    ("EnemyOff", |view, _| f64::from(board(view).opp.on(OFF)), (0.0, 15.0), "the enemy's men borne off"),
    ("EnemyBar", |view, _| f64::from(board(view).opp.on(BAR)), (0.0, 15.0), "the enemy's men on the bar"),
    (
        "Shutout",
        |view, _| {
            let look = look(view);
            let closed = f64::from(look.home_points()) / 6.0;
            f64::from(look.board.opp.on(BAR).min(1)) * closed * closed
        },
        (0.0, 1.0),
        "the chance that an enemy man on the bar cannot enter; 0 if there is none",
    ),
    (
        "Throws",
        |view, _| race::throws_to_bear_off(board(view).own),
        (0.0, 60.0),
        "the throws the player needs on average to bear off all men, if nobody is in the way",
    ),
    (
        "EnemyThrows",
        |view, _| race::throws_to_bear_off(board(view).opp),
        (0.0, 60.0),
        "the same of the enemy",
    ),
    (
        "RaceChance",
        |view, _| race::chance_of_race(board(view)),
        (0.0, 1.0),
        "the chance to win if nobody is hit any more, by the throws that both need",
    ),
    (
        "HitLoss",
        |view, _| look(view).hit_loss(),
        (0.0, 12.0),
        "the throws the player loses on average to the next hit: the way back, and the wait on the bar",
    ),
    (
        "ThreatLoss",
        |view, _| look(view).flipped().hit_loss(),
        (0.0, 12.0),
        "the throws the enemy would lose on average, if it stood still",
    ),
    (
        "HitDanger",
        |view, _| look(view).hit_chance() * f64::from(look(view).flipped().home_points()),
        (0.0, 6.0),
        "the chance that the enemy can hit, times the points made in its home",
    ),
    (
        "BarWait",
        |view, _| f64::from(board(view).opp.on(BAR)) * look(view).wait_on_bar(),
        (0.0, 120.0),
        "the throws that enemy men on the bar wait there on average, added up",
    ),
    (
        "Behind",
        |view, _| f64::from(look(view).behind()),
        (0.0, 15.0),
        "the player's men that still have to pass an enemy man",
    ),
    (
        "EnemyBehind",
        |view, _| f64::from(look(view).flipped().behind()),
        (0.0, 15.0),
        "the enemy's men that still have to pass one of the player's",
    ),
    (
        "Straggling",
        |view, _| look(view).straggling(),
        (0.0, 576.0),
        "how far men are behind their mean place: squares of the distance, added up, over the number of all men",
    ),
    (
        "Cover",
        |view, _| look(view).cover_chance(),
        (0.0, 7.0),
        "the chances, added up, to cover each single man on points 1 to 7 by the next throw",
    ),
    (
        "EnemyTiming",
        |view, _| f64::from(look(view).flipped().spare_steps()) / 8.0,
        (0.0, 36.0),
        "throws before the enemy must break a made point",
    ),
];

/// The terminals of the rich language that ask about one point.
const RICH_POINTS: [Primitive; 5] = [
    counted(
        "Made",
        |view, at| f64::from(view[BITS] as u32 >> (at + 1) & 1),
        1.0,
        "1 if the player has made the point",
    ),
    counted(
        "Blot",
        |view, at| {
            let look = look(view);
            f64::from(look.blots() >> (at + 1) & 1)
        },
        1.0,
        "1 if the player has a single man there",
    ),
    counted(
        "Men",
        |view, at| f64::from(board(view).own.on(u32::from(at) + 1)),
        15.0,
        "the player's men there",
    ),
    counted(
        "EnemyMade",
        |view, at| f64::from(view[BITS + 1] as u32 >> (24 - at) & 1),
        1.0,
        "1 if the enemy has made the point, counted by the player",
    ),
    counted(
        "EnemyMen",
        |view, at| f64::from(board(view).opp.on(24 - u32::from(at))),
        15.0,
        "the enemy's men there, counted by the player",
    ),
];

/// The functions of the rich language.
const RICH_FUNCTIONS: [Primitive; 9] = [
    Primitive::float("Plus", Op::Plus, "the sum"),
    Primitive::float("Minus", Op::Minus, "the first less the second"),
    Primitive::float("Times", Op::Times, "the product"),
    Primitive::float("If", Op::If, "the second if the first is true, otherwise the third"),
    Primitive::bool("AtMost", Op::LowerEqual, "the first number is at most the second"),
    Primitive::bool("And", Op::And, "both are true"),
    Primitive::bool("Or", Op::Or, "at least one is true"),
    Primitive::bool("Not", Op::Not, "it is false"),
    Primitive::float("Constant", Op::Ephemeral(Draw::Between(-5.0, 5.0)), "a constant"),
];

/// The published contact and race languages and the rich one, which serves for every stage.
pub fn languages() -> Vec<Language> {
    let contact = [&TABLE_7_3[..], &CONTACT].concat();
    let race = [&TABLE_7_3[..], &RACE].concat();
    let numbers = RICH_NUMBERS.iter().zip(KEPT..).map(|((name, compute, within, meaning), memo)| {
        Primitive::float(name, Op::Read(Read::Once { compute: *compute, memo, within: *within }), meaning)
    });
    let rich: Vec<Primitive> = RICH_FUNCTIONS.into_iter().chain(numbers).chain(RICH_POINTS).collect();
    [("contact", contact), ("race", race), ("rich", rich)]
        .map(|(name, primitives)| {
            Language::new(name, CELLS, &primitives).expect("the languages of backgammon are closed")
        })
        .into()
}

/// All numbers of the rich language for a board, in the order of their declaration, into `numbers`.
pub(super) fn rich_numbers(view: &[u64], numbers: &mut [f32]) {
    for ((_, compute, ..), number) in RICH_NUMBERS.iter().zip(numbers) {
        *number = compute(view, 0) as f32;
    }
}

/// How many cells a view has.
pub(super) fn view_cells() -> usize {
    CELLS
}

/// The first cell that keeps a number: the number `i` of [`rich_numbers`] is in cell `KEPT_FROM + i`.
pub(super) const KEPT_FROM: usize = KEPT as usize;

/// A terminal that asks about one place, as a question about how many men of one player stand there.
pub(super) struct PointReading {
    /// Whether the player's men are counted rather than the enemy's.
    pub own: bool,
    /// The place, as their owner counts.
    pub place: u32,
    /// What the terminal says of so many men.
    pub says: fn(u32) -> f64,
}

/// The terminal of this name and parameter, which must be one that asks about a place.
pub(super) fn point_reading(name: &str, parameter: u16) -> PointReading {
    let at = u32::from(parameter);
    let is_published = name.starts_with("Player") || matches!(name, "EnemyExposed" | "EnemyBlocked");
    let own = !name.starts_with("Enemy");
    let place = match (is_published, own) {
        (true, true) => 25 - at,
        (true, false) => enemy_place(parameter),
        (false, true) => at + 1,
        (false, false) => 24 - at,
    };
    let says: fn(u32) -> f64 = match name {
        "PlayerExposed" | "EnemyExposed" | "Blot" => |men| one_if(men == 1),
        "PlayerBlocked" | "EnemyBlocked" | "Made" | "EnemyMade" => |men| one_if(men >= 2),
        "PlayerTower" => |men| f64::from(men.saturating_sub(2)),
        _ => f64::from,
    };
    PointReading { own, place, says }
}

/// How many numbers [`rich_numbers`] gives.
pub(super) const RICH_COUNT: usize = RICH_NUMBERS.len();
