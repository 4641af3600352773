//! Rows are measured once, kept as soon as they are, and known again only if nothing changed.

use ludevo_figures::{
    FigureError, Kept, Measure, Measured, Measurer, MeasurerSettings, Table, breed, needed, read,
};
use ludevo_game::champion::ChampionFile;
use ludevo_game::registry;

fn table(rows: &str) -> Table {
    ludevo_games::open();
    let head = "summary = \"s\"\nsource = \"s\"\n[[group]]\ntable = \"I\"\nmeasure = \"score\"\ngames = 20\ngoal = \"compare\"\n";
    read("reversi/name", &format!("{head}rows = [{rows}]")).expect("a table")
}

const RANDOM: &str = "{ row = \"a\", first = \"random\", second = \"random\" },";
const MISSING: &str = "{ row = \"b\", first = \"champion:none\", second = \"random\" },";
const COMPARED: &str = "{ row = \"c\", measure = \"compared\", better = [\"random\"], worse = [\"random\"], against = \"random\" },";

#[test]
fn a_row_whose_champion_does_not_ship_keeps_no_other_from_being_measured() {
    let table = table(&format!("{MISSING}{RANDOM}"));
    let mut measurer = Measurer::new(MeasurerSettings::default(), Kept::default(), &());
    let (row, missing) = measurer.measure(&table, 0).expect("no failure of the work");
    assert_eq!((row.measured, row.verdict.as_str()), (None, "not measured"));
    assert!(matches!(missing, Some(FigureError::Game(_))));
    let (row, missing) = measurer.measure(&table, 1).expect("a row that is measured");
    assert_eq!((row.measured.map(|measured| measured.games), missing.is_some()), (Some(20), false));
}

#[test]
fn a_kept_row_is_not_measured_again_and_those_of_others_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.json");
    let values = |rows: &str| -> Vec<f64> {
        let table = table(rows);
        let mut measurer =
            Measurer::new(MeasurerSettings::default(), Kept::open(&path).expect("kept rows"), &());
        let value =
            |number| measurer.measure(&table, number).expect("a row").0.measured.expect("figures").value;
        (0..table.rows.len()).map(value).collect()
    };
    assert!(values(RANDOM)[0] <= 1.0);
    // What is kept is believed: an impossible figure shows that nothing is played.
    let mut row = Kept::open(&path).expect("kept rows").before()[0].clone();
    row.measured = row.measured.map(|measured| Measured { value: 7.0, ..measured });
    let text = serde_json::to_string(&[row]).expect("plain values");
    std::fs::write(&path, text).expect("a file");
    assert_eq!(values(RANDOM), [7.0]);
    assert_eq!(values(COMPARED), [0.0], "both sides of the comparison are the kept match");
    let kept = Kept::open(&path).expect("kept rows");
    assert_eq!(kept.before().iter().map(|row| row.row.as_str()).collect::<Vec<_>>(), ["c", "a"]);
}

#[test]
fn the_same_row_gives_the_same_figures_on_any_number_of_threads() {
    let table = table(RANDOM);
    let on = |threads| {
        let settings = MeasurerSettings { threads: Some(threads), ..MeasurerSettings::default() };
        Measurer::new(settings, Kept::default(), &()).measure(&table, 0).expect("a row").0
    };
    assert_eq!(on(1), on(2));
}

#[test]
fn a_stopped_measurement_keeps_nothing() {
    let settings = MeasurerSettings::default();
    settings.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut measurer = Measurer::new(settings, Kept::default(), &());
    assert!(matches!(measurer.measure(&table(RANDOM), 0), Err(FigureError::Stopped)));
    assert!(measurer.rows().is_empty());
}

const RUNS: &str = r#"
summary = "s"
source = "s"

[[group]]
table = "I"
measure = "runs"
experiment = "reversi/quick"
set = ["evolution.population=6", "evolution.generations=4", "yardstick.games=2", "yardstick.final_games=2", "yardstick.fresh_games=10"]
runs = 2
figure = "champion"
goal = "compare"
rows = [{ row = "d" }]
"#;

#[test]
fn runs_that_are_stopped_again_and_again_are_those_that_were_not() {
    let [stopped, whole] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    ludevo_games::open();
    let table = vec![read("reversi/name", RUNS).expect("a table")];
    let measured = |runs: &std::path::Path, minutes: Option<f64>| {
        let settings =
            MeasurerSettings { runs: Some(runs.to_owned()), threads: Some(2), ..MeasurerSettings::default() };
        let runs = needed(&table, &settings).expect("runs");
        assert_eq!(runs.len(), 2, "a run a seed");
        let mut times = 1;
        while !breed(&runs, &settings, minutes, &|_| ()).expect("runs").is_empty() {
            times += 1;
        }
        let mut measurer = Measurer::new(settings, Kept::default(), &());
        (times, measurer.measure(&table[0], 0).expect("a row").0)
    };
    let (times, of_pieces) = measured(stopped.path(), Some(1e-5));
    let (once, of_one) = measured(whole.path(), None);
    assert!(times > 1 && once == 1, "{times} and {once}");
    assert_eq!(of_pieces, of_one);
}

/// The identity of kept rows outlives how measures are held in memory: this one stands in files.
#[test]
fn the_identity_of_a_measurement_is_pinned() {
    ludevo_games::open();
    let game = registry::find("reversi").expect("a game");
    let score = |games| {
        let (first, second) = ("ab3".to_owned(), "ab2".to_owned());
        Measure::Score { first, second, games, openings: None, positions: Vec::new(), rules: None }
    };
    let identity = score(10_000).identity(game, false, 1);
    assert_eq!(identity, "ac742937c28415c9");
    assert_ne!(identity, score(10_001).identity(game, false, 1));
    assert_ne!(identity, score(10_000).identity(game, true, 1));
    assert_ne!(identity, score(10_000).identity(game, false, 2), "other games");
}

#[test]
fn a_champion_is_what_makes_it_play() {
    ludevo_games::open();
    let text = registry::text(registry::champions(), "reversi/champion").expect("a champion that ships");
    let playing = |text: &str| ChampionFile::parse(text).expect("a champion").playing();
    let without = |key: &str| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(key)).collect();
        lines.join("\n") + "\n"
    };
    assert_eq!(playing(text), playing(&without("check = ")));
    assert_eq!(playing(text), playing(&text.replace("seed = 1", "seed = 2")));
    assert_ne!(playing(text), playing(&text.replace("depth = ", "depth = 1")));
    assert_ne!(playing(text), playing(&text.replacen("CornerMoves", "Mobility", 1)));
}

#[test]
fn shares_of_games_add_up_and_conversion_counts_those_in_which_the_player_moves_first() {
    let share = |of: &str| {
        format!(
            "{{ row = \"{of}\", measure = \"share\", first = \"ab2\", second = \"random\", of = \"{of}\" }},"
        )
    };
    let table = table(&["converted", "held", "won", "level"].map(share).concat());
    let mut measurer = Measurer::new(MeasurerSettings::default(), Kept::default(), &());
    let mut measured = |number| measurer.measure(&table, number).expect("a row").0.measured.expect("figures");
    let [converted, held, won, level] = [0, 1, 2, 3].map(&mut measured);
    assert_eq!((converted.games, held.games, won.games), (10, 20, 20));
    assert!(converted.value > 0.5 && won.value > 0.5 && level.value < 0.5, "{converted:?} {won:?}");
    assert!(held.low <= held.value && held.value <= held.high, "{held:?}");
}
