//! The fuzz targets on a few thousand texts each, made from valid ones by small changes.

#[expect(unreachable_pub, reason = "public to the fuzzer, which is a crate of its own")]
#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use ludevo_games::registry;
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

const PROGRAMS: [&str; 3] = [
    "IfTrue(And(IsFriendlyPiece(a1), LowerEqual(Mobility, 3.5)), 1.25*Plus(Mobility, -0.5), MultERC[2](CornerCount))",
    "If(AtMost(Empties, 12),\n  Scaled[-1.5](Kind(b2)), # late\n  Plus(Mobility, Count[40]))",
    "Nand(NotG(True, False), LowerEqual(One, 1e-9*Zero))",
];
const BOARD: &str =
    "........\n........\n........\n...OX...\n...XO...\n........\n........\n........\nblack to move\n";
/// The shortest decided game, and a game with a pass.
const TRANSCRIPTS: [&str; 2] = ["e6f4e3f6g5d6e7f5c5", "f5f6e6f4g7 c6 g5 h8 --"];

const POSITIONS: [&str; 3] = ["B:W21-32:B1-12", "W:W18,24,K29:B12,K32.", "B:WK46,50:B1,K2,15:H79"];
const GAMES: [&str; 2] = [
    "[Event \"friendly\"]\n[Result \"*\"]\n\n1. 11-15 22-18 2. 15x22 25x18 {a comment} 3. 12-16! 18-14 *\n",
    "[SetUp \"1\"]\n[FEN \"W:W18,24,K29:B12,K32\"]\n\n1... 24-20 1/2-1/2\n",
];

/// A text a few changes away from `text`: bytes replaced, removed, inserted or repeated.
fn changed(rng: &mut Stream, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.random_range(0..5) {
        let at = rng.random_range(0..=bytes.len());
        let other = rng.random_range(0..=bytes.len());
        let known = b"()[],*#=.-+eE0189aAhxXoOWBK:{\" \n\xc3\xa9\xff";
        let byte = known[rng.random_range(0..known.len())];
        match rng.random_range(0..5) {
            0 if at < bytes.len() => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 => bytes.truncate(at),
            _ => {
                let part = bytes[at.min(other)..at.max(other)].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn feed(target: fn(&str), texts: &[&str], times: u64) {
    for text in texts {
        target(text);
    }
    for slot in 0..times {
        let mut rng = stream(4, Purpose::Sampling, 0, slot);
        let text = texts[rng.random_range(0..texts.len())];
        target(&changed(&mut rng, text));
    }
}

#[test]
fn programs() {
    feed(targets::program, &PROGRAMS, 4000);
}

#[test]
fn champions() {
    let language = &registry::games()[0].languages()[0];
    let champion = format!(
        "ludevo champion 1\ngame = reversi\nlanguage = published\nhash = {:016x}\ntrees = evaluate\ndepth = 4\n\
         ratio = 0.5\nexperiment = reversi/run160\nseed = 7\ngeneration = 99\nversion = 0.1.0\nscore = 0.9\n\n\
         tree evaluate\n{}\n",
        language.hash(),
        PROGRAMS[0]
    );
    feed(targets::champion, &[&champion], 2000);
}

#[test]
fn boards() {
    feed(targets::board, &[BOARD], 4000);
}

#[test]
fn transcripts() {
    feed(targets::transcript, &TRANSCRIPTS, 4000);
}

#[test]
fn positions_of_checkers() {
    feed(targets::checkers_position, &POSITIONS, 4000);
}

#[test]
fn games_of_checkers() {
    feed(targets::checkers_game, &GAMES, 4000);
}
