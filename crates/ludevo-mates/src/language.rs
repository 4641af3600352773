//! What evolved trees may ask about attacks and replies, and what they decide.

use std::sync::{Arc, LazyLock};

use ludevo_chess::Moves;
use ludevo_program::functions::READABLE;
use ludevo_program::{Architecture, Language, Op, Part, Primitive, Read, Type};
use ludevo_random::{Purpose, stream};
use rand::RngExt;
use rand::seq::IteratorRandom;

use super::programs;
use super::sets::BOOK;
use super::survey::{ATTACK, Around, REPLY, Reading, Survey};

/// How deep a tree may be.
const DEPTH: usize = 12;

/// Readings from this cell on.
fn language(name: &str, readings: &[Reading], from: usize) -> Arc<Language> {
    let number = |(place, reading): (usize, &Reading)| {
        let read = Read::Number { cell: (from + place) as u16, within: (0.0, reading.most) };
        if reading.most == 1.0 {
            return Primitive::query(reading.name, read, reading.meaning);
        }
        Primitive::float(reading.name, Op::Read(read), reading.meaning)
    };
    let primitives: Vec<Primitive> =
        READABLE.into_iter().chain(readings.iter().enumerate().map(number)).collect();
    Arc::new(Language::new(name, CELLS, &primitives).expect("the language is sound"))
}

/// Where what is read of an attack stands in a view, after the cells of programs that make moves.
pub const ATTACK_CELLS: usize = programs::CELLS;

/// Where what is read of a reply stands.
pub const REPLY_CELLS: usize = ATTACK_CELLS + ATTACK.len();

/// Cells of a view.
pub const CELLS: usize = REPLY_CELLS + REPLY.len();

/// The language of trees about attacks.
pub fn attacks() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| language("attacks", &ATTACK, ATTACK_CELLS));
    LANGUAGE.clone()
}

/// The language of trees about replies.
pub fn replies() -> Arc<Language> {
    static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| language("replies", &REPLY, REPLY_CELLS));
    LANGUAGE.clone()
}

/// The trees of a search by proof numbers, all of which are logarithms to base 2.
pub fn numbers() -> Arc<Architecture> {
    let part = |name: &str, language: Arc<Language>, decides: &str| Part {
        name: name.to_owned(),
        decides: decides.to_owned(),
        root: Type::Float,
        language,
        depth: DEPTH,
    };
    Arc::new(Architecture {
        parts: vec![
            part("attack", attacks(), "how hard it looks to prove that an attack mates"),
            part("doubt", attacks(), "how hard it looks to prove that it does not"),
            part("resist", replies(), "how hard it looks to prove that the attacker mates after a reply"),
            part("refute", replies(), "how hard it looks to prove that it does not"),
        ],
    })
}

/// After so many plies random play goes on to the next problem.
const PLIES: u32 = 12;

/// Views of the moves of random play from the problems that ship: an attack, and a reply to it.
pub fn views_of_random_play(count: usize) -> Vec<Vec<u64>> {
    let mut views = Vec::with_capacity(count);
    for round in 0.. {
        for number in 1..=BOOK.count() {
            let mut rng = stream(round, Purpose::Sampling, 0, number.into());
            let mut board = BOOK.numbered(number).expect("a problem of the book").board.clone();
            for ply in 0..PLIES {
                let Some(attack) = Moves::of(&board).choose(&mut rng) else { break };
                let left = (PLIES - ply) as u8 / 2 + 1;
                let readings = Survey::new(&board).attack(attack, left, rng.random_range(0..9)).readings;
                let before = board.clone();
                board.play_unchecked(attack);
                let mut view = vec![0; ATTACK_CELLS];
                programs::fill(&before, attack, &board, &mut view);
                let replies = Moves::of(&board).count();
                let Some(reply) = Moves::of(&board).choose(&mut rng) else { break };
                let around = Around {
                    left,
                    replies,
                    last: Some(attack.to),
                    is_killer: rng.random(),
                    refuted: rng.random_range(0..9),
                };
                let replied = Survey::new(&board).reply(reply, &around);
                board.play_unchecked(reply);
                view.extend(readings.iter().chain(&replied).map(|reading| reading.to_bits()));
                views.push(view);
                if views.len() == count {
                    return views;
                }
            }
        }
    }
    views
}
