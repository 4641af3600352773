//! Champion files round-trip, and a damaged or foreign one gets an error that says which and where.

use ludevo_game::champion::{ChampionFile, Line, Seal, unsealed};
use ludevo_game::game::Game;
use ludevo_game::provenance::Provenance;
use ludevo_game::registry;
use proptest::prelude::*;

const EVALUATE: &str =
    "Plus(\n  1.5*Mobility,\n  IfTrue(IsFriendlyPiece(a1), MultERC[2](CornerCount), -0.25))";

fn game() -> &'static dyn Game {
    ludevo_games::open();
    registry::find("reversi").expect("Reversi is a game")
}

fn champion() -> ChampionFile {
    let language = &game().languages()[0];
    ChampionFile {
        game: "reversi".to_owned(),
        language: language.name().to_owned(),
        hash: language.hash(),
        own: vec![
            Line::new("trees", "evaluate, select"),
            Line::new("depth", 6),
            Line::new("branching", 3),
            Line::new("ratio", 0.5),
            Line::new("full-depth", 2),
        ],
        provenance: Provenance {
            experiment: "reversi/run166".to_owned(),
            seed: u64::MAX,
            version: "0.1.0".to_owned(),
            ..Provenance::default()
        },
        generation: 42,
        score: "0.7425 against ab5p in 1000 games".to_owned(),
        program: format!("tree evaluate\n{EVALUATE}\ntree select\n0.5*CornerCount\n"),
        ..ChampionFile::new("", "", 0, Vec::new())
    }
}

/// What reading a file and its program says.
fn read(text: &str) -> Result<(), String> {
    let file = ChampionFile::parse(text).map_err(|error| error.to_string())?;
    game().show(&file).map(drop).map_err(|error| error.to_string())
}

/// The error for the champion's text after one change.
fn refusal(from: &str, to: &str) -> String {
    let text = champion().print();
    assert!(text.contains(from), "{from}");
    read(&text.replacen(from, to, 1)).expect_err(to)
}

fn names_a_place(error: &str) -> bool {
    error.starts_with("line ") && error.contains(", column ")
}

proptest! {
    #[test]
    fn files_read_back_as_they_were(
        own in proptest::collection::vec(0..99u32, 0..4),
        sets in proptest::collection::vec("[a-z.]{1,9}=[a-z0-9. ]{0,5}[a-z0-9]", 0..3),
        numbers: (u64, u64, u64),
        words in "[a-z0-9/.=]{1,12}( [a-z%]{1,8}){0,4}",
    ) {
        let (hash, seed, generation) = numbers;
        let own = (0..).zip(own).map(|(number, value)| Line::new(&format!("own-{number}"), value)).collect();
        let stopped = (seed % 2 == 0).then(|| "after 3 of 30 generations".to_owned());
        let provenance = Provenance { experiment: words.clone(), sets, seed, stopped, ..champion().provenance };
        let file = ChampionFile { own, hash, provenance, generation, score: words, ..champion() };
        let text = file.print();
        let read = ChampionFile::parse(&text);
        prop_assert_eq!(read, Ok(file));
    }

    #[test]
    fn no_text_makes_reading_panic(text in "(?s).{0,200}") {
        prop_assert!(read(&text).is_err());
        let _ = read(&format!("ludevo champion 1\n{text}"));
        let header = champion().print();
        let header = &header[..header.find("tree ").expect("a program")];
        let _ = read(&format!("{header}{text}"));
        let _ = read(&format!("{header}tree evaluate\n{text}\ntree select\n{text}\n"));
    }

    #[test]
    fn a_changed_character_gives_a_champion_or_an_error_with_its_place(at: prop::sample::Index, with: char) {
        let mut characters: Vec<char> = champion().print().chars().collect();
        *at.get_mut(&mut characters) = with;
        let text: String = characters.into_iter().collect();
        if let Err(error) = read(&text) {
            prop_assert!(names_a_place(&error), "{}", error);
        }
    }
}

#[test]
fn the_sample_is_a_champion() {
    assert_eq!(read(&champion().print()), Ok(()));
}

#[test]
fn a_file_cut_short_anywhere_is_refused_with_a_place() {
    let text = champion().print();
    let whole = text.trim_end().len();
    for (cut, _) in text.char_indices().filter(|(cut, _)| *cut <= whole) {
        let error = read(&text[..cut]).expect_err("a file that is cut short");
        assert!(names_a_place(&error), "{error}");
    }
}

#[test]
fn a_file_cut_in_its_keys_says_so() {
    let text = champion().print();
    let lines: Vec<&str> = text.lines().collect();
    let cut = |kept: usize| read(&format!("{}\n", lines[..kept].join("\n"))).expect_err("a cut file");
    assert_eq!(read(""), Err("line 1, column 1: the file is empty".to_owned()));
    assert_eq!(cut(5), "line 6, column 1: the file ends before its program: was it cut short?");
    assert_eq!(cut(16), "line 17, column 1: `tree evaluate` is missing: the text ends here");
    assert_eq!(cut(17), "line 18, column 1: expected a number or a name, found `the end of the text`");
    assert_eq!(cut(20), "line 21, column 1: `tree select` is missing: the text ends here");
    let middle = &text[..text.find("*CornerCount\n").expect("the second tree")];
    assert_eq!(
        read(middle),
        Err("line 22, column 4: the last line does not end: was the file cut short?".to_owned())
    );
}

#[test]
fn a_file_edited_wrongly_is_refused_with_what_is_allowed() {
    let wrong = [
        (
            "ludevo champion 1",
            "ludevo champion 9",
            "line 1, column 1: expected `ludevo champion 1`, found `ludevo champion 9`: this is not a champion file",
        ),
        ("depth = 6", "depth = six", "line 6, column 9: `depth` is `six`, expected a whole number"),
        ("depth = 6", "depth = 99", "line 6, column 9: `depth` is `99`, expected 1 to 20"),
        ("depth = 6", "depth   =  -1", "line 6, column 12: `depth` is `-1`, expected a whole number"),
        ("branching = 3", "branching = 0", "line 7, column 13: `branching` is `0`, expected 1 to 1000000"),
        ("ratio = 0.5", "ratio = nan", "line 8, column 9: `ratio` is `nan`, expected more than 0, at most 1"),
        (
            "trees = evaluate, select",
            "trees = select",
            "line 5, column 9: `trees` is `select`, expected `evaluate` or `evaluate, select` or `t1 to t10` or `t1 to t10, select`, or stages",
        ),
        (
            "seed = 18446744073709551615",
            "seed = 18446744073709551616",
            "line 11, column 8: `seed` is `18446744073709551616`, expected a whole number",
        ),
        ("generation", "generaton", "line 16, column 1: `generation` is missing from the lines above"),
        (
            "version = 0.1.0",
            "version 0.1.0",
            "line 13, column 1: expected `KEY = VALUE` or an empty line, found `version 0.1.0`",
        ),
        ("version = 0.1.0", "seed = 1", "line 13, column 1: `seed` is given twice"),
        ("version = 0.1.0\n", "", "line 15, column 1: `version` is missing from the lines above"),
        ("game = reversi\n", "", "line 2, column 1: expected `game`, found `language`"),
        ("tree select", "tree chose", "line 21, column 1: expected `tree select`, found `tree chose`"),
        (
            "Mobility",
            "Mobilty",
            "line 19, column 7: `Mobilty` is not in language published; the nearest is `Mobility`",
        ),
        ("(a1)", "(i9)", "line 20, column 26: `i9` is not a square: `a1` to `h8`"),
    ];
    for (from, to, expected) in wrong {
        assert_eq!(refusal(from, to), expected);
    }
}

#[test]
fn a_champion_of_another_game_or_language_is_refused_by_name() {
    assert_eq!(
        refusal("game = reversi", "game = chess"),
        "line 2, column 8: this is a champion of chess, not of reversi"
    );
    assert_eq!(
        refusal("language = published", "language = poetic"),
        "line 3, column 12: reversi has no language `poetic`; it has published, rich"
    );
    let hash = format!("{:016x}", champion().hash);
    let error = refusal(&hash, "00000000000000ff");
    let expected = "line 4, column 8: the program was written in another version of the language published (00000000000000ff, now ";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(refusal(&hash, "xyz"), "line 4, column 8: `hash` is `xyz`, expected 16 hexadecimal digits");
}

#[test]
fn a_damaged_file_is_named_when_it_is_asked_to_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("damaged.champion");
    std::fs::write(&path, champion().print().replace("Mobility", "Mobilty")).expect("the file is written");
    let name = path.display().to_string();
    let error = game().check_player(&name.parse().expect("a name")).expect_err("a damaged file").to_string();
    assert!(error.starts_with(&format!("{name}: line 19, column 7: `Mobilty`")), "{error}");
}

#[test]
fn a_champion_edited_by_hand_is_marked_and_still_read() {
    let text = champion().print();
    let edits = [
        ("1.5*Mobility", "1.6*Mobility"),
        ("depth = 6", "depth = 7"),
        ("score = 0.7425", "score = 0.9425"),
        ("check = ", "check = f"),
        ("0.5*CornerCount\n", "0.5*CornerCount\n\n"),
    ];
    for (from, to) in edits {
        assert!(text.contains(from), "{from}");
        let edited = text.replacen(from, to, 1);
        let file = ChampionFile::parse(&edited).expect("a file that can be read");
        assert!(matches!(file.seal, Seal::Broken { .. }), "{to}");
        assert!(file.seal.caution().is_some_and(|words| words.contains("not its own")), "{to}");
        assert_eq!(file.print(), edited, "writing it again does not seal it");
    }
    assert_eq!(read(&text.replacen("1.5*Mobility", "1.6*Mobility", 1)), Ok(()));
    let windows = ChampionFile::parse(&text.replace('\n', "\r\n")).expect("a file that can be read");
    assert_eq!(windows.seal, Seal::Whole, "how lines end changes nothing");
    let older = ChampionFile::parse(&unsealed(&text)).expect("a file that can be read");
    assert_eq!(older.seal, Seal::Absent);
    assert_eq!(older.print(), unsealed(&text));
}

#[test]
fn every_champion_that_ships_can_play_and_is_sealed() {
    ludevo_games::open();
    for (name, text) in registry::champions() {
        let seal = ChampionFile::parse(text).map(|file| file.seal);
        assert_eq!(seal, Ok(Seal::Whole), "{name}");
        let (game, short) = name.split_once('/').expect("GAME/NAME");
        let game = registry::find(game).expect("a champion is of a game that there is");
        let player = format!("champion:{short}").parse().expect("a plain name");
        assert!(game.check_player(&player).is_ok(), "{name}: {:?}", game.check_player(&player));
    }
}
