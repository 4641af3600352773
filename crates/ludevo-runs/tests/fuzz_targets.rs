//! The fuzz targets on a few thousand texts each, made from valid ones by small changes.

#[expect(unreachable_pub, reason = "public to the fuzzer, which is a crate of its own")]
#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use std::collections::BTreeMap;

use ludevo_game::registry;
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;

const PROGRAMS: [&str; 3] = [
    "IfTrue(And(IsFriendlyPiece(a1), LowerEqual(Mobility, 3.5)), 1.25*Plus(Mobility, -0.5), MultERC[2](CornerCount))",
    "If(AtMost(Empties, 12),\n  Scaled[-1.5](Kind(b2)), # late\n  Plus(Mobility, Count[40]))",
    "Nand(NotG(True, False), LowerEqual(One, 1e-9*Zero))",
];

/// What people write and tables do not: games with comments or without passes, and other notations.
const WRITTEN: [&str; 10] = [
    // The shortest decided game of Reversi, and a game with a pass.
    "e6f4e3f6g5d6e7f5c5",
    "d3c3f5d2 d1 e1 b2 c1 -- d6",
    "B:W21-32:B1-12",
    "W:W18,24,K29:B12,K32.",
    "B:WK46,50:B1,K2,15:H79",
    "[Event \"friendly\"]\n[Result \"*\"]\n\n1. 11-15 22-18 2. 15x22 25x18 {a comment} 3. 12-16! 18-14 *\n",
    "[SetUp \"1\"]\n[FEN \"W:W18,24,K29:B12,K32\"]\n\n1... 24-20 1/2-1/2\n",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10",
    "4HPwATDgc/ABMA:cAkAAAAAAAAA",
    "board:You:other:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:2:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
];

/// A board with numbers that are too large.
const TOO_LARGE: &str = "board:You:other:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-2147483648:4294967295:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:2:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";

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

/// Feeds texts that have to be accepted, without which nothing that is checked of those would be, and changed ones.
fn feed(target: fn(&str) -> bool, texts: &[&str], times: u64) {
    feed_with(target, texts, &[], times);
}

/// The same, with texts beside them that are refused.
fn feed_with(target: fn(&str) -> bool, texts: &[&str], refused: &[&str], times: u64) {
    ludevo_games::open();
    for text in texts {
        assert!(target(text), "this has to be accepted: {text}");
    }
    for text in refused {
        assert!(!target(text), "this has to be refused: {text}");
    }
    feed_changed(target, &[texts, refused].concat(), times);
}

/// Feeds changed texts, whatever becomes of them.
fn feed_changed(target: fn(&str) -> bool, texts: &[&str], times: u64) {
    for slot in 0..times {
        let mut rng = stream(4, Purpose::Sampling, 0, slot);
        let text = texts[rng.random_range(0..texts.len())];
        target(&changed(&mut rng, text));
    }
}

#[test]
fn programs() {
    ludevo_games::open();
    feed(targets::program, &PROGRAMS, 4000);
}

/// Manifests of the examples, and modules that begin like theirs. Modules that are nearly games are fed by a test of
/// `ludevo-plugin`.
#[test]
fn games_of_the_users_own() {
    let manifest = include_str!("../../../examples/connect4/connect4.toml");
    feed(targets::manifest, &[manifest, include_str!("../../../examples/pegs/pegs.toml")], 2000);
    let nearly = ["\0asm\u{1}\0\0\0", "PK", ""];
    feed_with(|text| targets::module(text.as_bytes()), &[], &nearly, 200);
}

/// The champions of every game that ship, and one that uses all that a file may say.
#[test]
fn champions() {
    ludevo_games::open();
    let language = &registry::games()[0].languages()[0];
    let champion = format!(
        "ludevo champion 1\ngame = reversi\nlanguage = published\nhash = {:016x}\ntrees = evaluate\ndepth = 4\n\
         ratio = 0.5\nexperiment = reversi/run160\nseed = 7\ngeneration = 99\nversion = 0.1.0\nscore = 0.9\n\n\
         tree evaluate\n{}\n",
        language.hash(),
        PROGRAMS[0]
    );
    feed(targets::champion, &[&champion], 2000);
    // The smallest of each game and language: what is read is the same, and showing a large one takes long.
    let mut smallest: BTreeMap<String, &str> = BTreeMap::new();
    for (_, text) in registry::champions() {
        let kind = text.lines().skip(1).take(2).collect();
        let known = smallest.entry(kind).or_insert(text);
        if text.len() < known.len() {
            *known = text;
        }
    }
    let texts: Vec<&str> = smallest.into_values().collect();
    feed(targets::champion, &texts, 300);
}

/// Positions, games and moves of every game, as its table writes them and as people do.
#[test]
fn tables() {
    ludevo_games::open();
    let mut texts: Vec<String> = WRITTEN.map(str::to_owned).to_vec();
    // Moves of later positions, which need not be any at the beginning, and notations as people see them, several at once.
    let mut later: Vec<String> = Vec::new();
    for game in registry::games() {
        let Some(mut table) = targets::laid(*game) else { continue };
        for ply in 0..30 {
            let moves = table.moves();
            if moves.is_empty() {
                break;
            }
            table.play(&moves[ply % moves.len()]).expect("it is legal");
            if ply % 10 == 9 {
                texts.push(table.document(&targets::names()));
                later.extend([table.notations(), moves.join("\n")]);
            }
        }
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    feed_with(targets::table, &texts, &[TOO_LARGE], 2500);
    let later: Vec<&str> = later.iter().map(String::as_str).collect();
    feed_changed(targets::table, &later, 1500);
}

const JAVA: &str = "package haiku;\nimport robocode.*;\npublic class A extends AdvancedRobot {\n  double x = 1.5;\n  public void run() { \
                    while (true) { turnRadarRight(x > 2 ? 360 : -x * 3 % 7); if (x != 1 && !(x <= 2)) { x += 1; } else ahead(Math.abs(x)); } }\n  \
                    public void onScannedRobot(ScannedRobotEvent e) { fire(e.getDistance() < 100 ? 3 : 1); }\n}\n";

#[test]
fn sources_of_robots() {
    // Whole robots that ship, whose sources use every part of the language.
    let sources: Vec<&str> = ludevo_robocode::robots::ROBOTS.iter().map(|robot| robot.source).collect();
    feed(targets::java, &sources, 2000);
    feed(targets::java, &[JAVA], 2000);
    // Nothing is nested so deep that reading it takes more memory than there is.
    for deep in ["(", "!", "-", "{", "if (x) ", "Math.abs(", "x ? ", "while (true) {"] {
        assert!(!targets::java(&JAVA.replace("x += 1;", &deep.repeat(100_000))));
        assert!(!targets::java(&JAVA.replace("-x * 3", &deep.repeat(100_000))));
    }
}

#[test]
fn traces_of_the_engine() {
    let trace =
        "0\t1\tWalls*\t18.5\t300\t0\t0\t0\t0\t100\t3\tACTIVE\n0\t1\tB1/0\t1e9\tNaN\t-0.0\t3\tMOVING\n";
    feed(targets::trace, &[trace], 4000);
}

#[test]
fn deals_of_freecell() {
    let deal = ludevo_freecell::Deal::microsoft(1).expect("the first deal").to_string();
    let mut lines: Vec<&str> = deal.lines().collect();
    let first = lines[4].strip_suffix(" 6C").expect("the fifth cascade ends so");
    lines[4] = first;
    let under_way = format!("# under way\nFreecells: 6C - -\n{}\n", lines.join("\n"));
    // Cards that are at home and on the table, in whichever order a text says so.
    let doubled = [format!("Foundations: D-A\n{deal}"), format!("{deal}Foundations: D-A\n")];
    let twice = format!("Foundations: C-K D-K H-K S-K\nFoundations: C-0\n{}", ":\n".repeat(8));
    let won = format!("Foundations: C-K D-K H-K S-K\n{}", ":\n".repeat(8));
    let refused = [doubled[0].as_str(), &doubled[1]];
    feed_with(targets::deal, &[&deal, &under_way, &twice, &won], &refused, 4000);
}

#[test]
fn names_of_players() {
    let names = [
        "champion@depth=6,branching=5",
        "champion:small",
        "ab5@floor",
        "reversi/champion",
        "samples+haikus",
        "a@ ,b= ",
        "wpc@",
    ];
    feed_with(targets::player_name, &names, &["a@=1", "a@b,b"], 4000);
}

#[test]
fn experiments() {
    ludevo_games::open();
    let texts: Vec<&str> = registry::experiments().iter().map(|(_, text)| *text).collect();
    feed(targets::experiment, &texts, 1500);
}

#[test]
fn settings_of_the_command_line() {
    let settings = [
        "evolution.population=8",
        "fitness=[{round=\"co-play\", games=2}]",
        "evolution.tuning={every=5, iterations=2, games=2, opponents=[\"ab1\"], step=0.3}",
        "yardstick.player=ab3",
    ];
    feed_with(targets::setting, &settings, &["a..b=1"], 300);
}
