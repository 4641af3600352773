//! Rows are measured once, kept as soon as they are, and known again only if nothing changed.

use ludevo_figures::{
    FigureError, Kept, KeptRow, Measure, Measured, Measurer, MeasurerSettings, Problems, Table, What, breed,
    counted, needed, read, restated, standings_by,
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
        let runs = needed(&table, &|_| true, &settings).expect("runs");
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

#[test]
fn the_best_of_champions_has_games_of_its_own_and_a_median_lies_between_champions() {
    ludevo_games::open();
    let folder = tempfile::tempdir().expect("a folder");
    let rows = "{ row = \"d\", figure = \"best-measured-again\" }, { row = \"e\", figure = \"median\" }";
    let rows = RUNS.replace("figure = \"champion\"\n", "").replace("{ row = \"d\" }", rows);
    let table = read("reversi/name", &rows).expect("a table");
    let runs = Some(folder.path().to_owned());
    let mut measurer =
        Measurer::new(MeasurerSettings { runs, ..MeasurerSettings::default() }, Kept::default(), &());
    let [best, median] =
        [0, 1].map(|number| measurer.measure(&table, number).expect("a row").0.measured.expect("figures"));
    assert_eq!((best.games, median.games), (10, 2), "fresh games of one, and runs");
    assert!(best.low < best.high && best.value <= best.high, "{best:?}");
    assert!(median.low <= median.value && median.value <= median.high, "{median:?}");
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
    let usual = MeasurerSettings::default;
    let identity = score(10_000).identity(game, &usual());
    assert_eq!(identity, "ac742937c28415c9");
    assert_ne!(identity, score(10_001).identity(game, &usual()));
    assert_ne!(identity, score(10_000).identity(game, &MeasurerSettings { quick: true, ..usual() }));
    let other_games = MeasurerSettings { seed: Some(2), ..usual() };
    assert_ne!(identity, score(10_000).identity(game, &other_games));
}

/// Champions that were evolved anew are others than those that ship, even if both come out the same.
#[test]
fn a_champion_evolved_anew_has_another_identity_than_the_one_that_ships() {
    ludevo_games::open();
    let game = registry::find("reversi").expect("a game");
    let identity = |first: &str, evolve| {
        let (first, second) = (first.to_owned(), "ab2".to_owned());
        let measure =
            Measure::Score { first, second, games: 10, openings: None, positions: Vec::new(), rules: None };
        measure.identity(game, &MeasurerSettings { evolve, ..MeasurerSettings::default() })
    };
    assert_ne!(identity("champion", true), identity("champion", false));
    assert_ne!(identity("champion", true), identity("champion:small", true));
    assert_eq!(identity("ab3", true), identity("ab3", false), "nobody is evolved");
}

/// Two tables that need one run under two names, a row of each kind.
const SHARED: &str = r#"
summary = "s"
source = "s"

[[group]]
table = "I"
goal = "compare"
rows = [
    { row = "a", measure = "runs", experiment = "reversi/small", runs = 3, figure = "champion" },
    { row = "b", measure = "score", first = "champion:small", second = "random", games = 4 },
    { row = "c", measure = "runs", experiment = "reversi/quick", set = ["summary=of another kind"], runs = 2, figure = "champion" },
    { row = "d", measure = "runs-compared", better = { experiment = "reversi/quick" }, worse = { experiment = "reversi/small" }, runs = 4 },
    { row = "e", measure = "score", first = "champion:pruned", second = "random", games = 4, goal = "lost" },
]
"#;

#[test]
fn a_run_is_needed_once_by_wanted_rows_and_fewer_for_a_quick_look() {
    ludevo_games::open();
    let table = [read("reversi/name", SHARED).expect("a table")];
    let titles = |wanted: &[&str], quick| {
        let settings = MeasurerSettings { quick, ..MeasurerSettings::default() };
        let runs = needed(&table, &|row| wanted.contains(&row.row.as_str()), &settings).expect("runs");
        let folders: Vec<String> = runs.iter().map(|run| run.folder_name().expect("a name")).collect();
        let mut others = folders.clone();
        others.sort();
        others.dedup();
        assert_eq!(others.len(), folders.len(), "{folders:?}");
        runs.len()
    };
    assert_eq!(titles(&["a", "b", "c", "d", "e"], false), 8, "four of each experiment");
    assert_eq!(titles(&["a", "b"], false), 3, "the champion is that of seed 1");
    assert_eq!(titles(&["b"], false), 1);
    assert_eq!(titles(&["c"], true), 1);
    assert_eq!(titles(&["d"], true), 4, "two of each");
    assert_eq!(titles(&["e"], false), 0, "what is lost needs nothing");
}

#[test]
fn a_row_goes_stale_with_what_it_was_measured_with_and_not_with_words_or_published_figures() {
    ludevo_games::open();
    let table = read("reversi/name", &RUNS.replace("\"d\"", "\"a\"")).expect("a table");
    let row = &table.rows[0];
    let game = registry::find("reversi").expect("a game");
    let usual = MeasurerSettings::default();
    let what = What::of(game, &row.measure, &usual);
    let kept = |what: &What| {
        let row = KeptRow::new(row, Some(Measured::exact(0.5, 2)), what.clone());
        serde_json::to_string(&[row]).expect("plain values")
    };
    let stale = |what: &What| standings_by(&table, &kept(what)).expect("rows")[0].stale();
    assert_eq!(stale(&what), None);
    let mut others = what.clone();
    others.with.insert("rules".to_owned(), "others".to_owned());
    assert_eq!(stale(&others).as_deref(), Some("stale: another rules"));
    others.with.clear();
    assert!(stale(&others).is_some(), "a row that does not say with what it was measured");
    let identity = |set: &str| {
        let Measure::Runs { experiment, set: known, runs, figure } = row.measure.clone() else {
            panic!("runs")
        };
        let set = known.into_iter().chain([set.to_owned()]).collect();
        Measure::Runs { experiment, set, runs, figure }
    };
    // The settings are part of the measure; what they come to is compared by the run.
    let folder = |set: &str| {
        let Measure::Runs { experiment, set, .. } = identity(set) else { panic!("runs") };
        let text = RUNS.replace("reversi/quick", &experiment);
        let sets = format!("set = {}", serde_json::to_string(&set).expect("plain values"));
        let line = text.lines().find(|line| line.starts_with("set = ")).expect("settings").to_owned();
        let table = [read("reversi/name", &text.replace(&line, &sets)).expect("a table")];
        needed(&table, &|_| true, &usual).expect("runs")[0].folder_name().expect("a name")
    };
    let same = folder("evolution.population=6");
    assert_eq!(folder("summary=other words"), same);
    assert_eq!(folder("published={source=\"elsewhere\", scores={}}"), same);
    assert_ne!(folder("evolution.population=7"), same);
}

#[test]
fn a_row_that_is_lost_is_not_measured_and_says_so() {
    ludevo_games::open();
    let table = read("reversi/name", SHARED).expect("a table");
    let mut measurer = Measurer::new(MeasurerSettings::default(), Kept::default(), &());
    let (row, missing) = measurer.measure(&table, 4).expect("a row");
    assert_eq!((row.measured, row.verdict.as_str(), missing.is_some()), (None, "lost", false));
    let rows = standings_by(&table, "[]").expect("rows");
    assert_eq!(counted(rows.iter()), [("lost", 1), ("not measured", 4)]);
}

#[test]
fn how_rows_came_out_is_counted_by_what_they_are_held_to_now() {
    let rows = "{ row = \"a\", first = \"random\", second = \"random\", goal = \"reach\", bar = 0.4 },\
                { row = \"b\", first = \"random\", second = \"random\", goal = \"reach\", bar = 0.6 },\
                { row = \"c\", first = \"random\", second = \"random\" },";
    let table = table(rows);
    let game = registry::find("reversi").expect("a game");
    let kept = |row: &ludevo_figures::Row| {
        let what = What::of(game, &row.measure, &MeasurerSettings::default());
        // The words of then say nothing about now.
        KeptRow { verdict: "short".to_owned(), ..KeptRow::new(row, Some(Measured::exact(0.5, 20)), what) }
    };
    let text = serde_json::to_string(&table.rows.iter().map(kept).collect::<Vec<_>>()).expect("plain values");
    let standing = standings_by(&table, &text).expect("rows");
    assert_eq!(counted(standing.iter()), [("reached", 1), ("short", 1), ("compared", 1)]);
    let restated = restated(&table, &text).expect("rows");
    for (line, word) in restated.lines().skip(1).zip(["reached", "short", "compared"]) {
        assert!(line.contains(&format!("\"verdict\":\"{word}\"")), "{line}");
    }
}

#[test]
fn a_row_that_is_called_otherwise_keeps_what_was_measured_and_nothing_is_thrown_away_unasked() {
    let before = table(RANDOM);
    let after = table(&RANDOM.replace("\"a\"", "\"another name\""));
    let game = registry::find("reversi").expect("a game");
    let what = What::of(game, &before.rows[0].measure, &MeasurerSettings::default());
    // Measured under rules of then: it stays what it is, and stale.
    let with = [("rules".to_owned(), "those of then".to_owned())].into();
    let row = KeptRow::new(&before.rows[0], Some(Measured::exact(0.5, 20)), What { with, ..what });
    let kept = serde_json::to_string(&[row]).expect("plain values");
    let text = restated(&after, &kept).expect("rows");
    let standing = standings_by(&after, &text).expect("rows");
    assert_eq!(standing[0].measured.map(|measured| measured.value), Some(0.5));
    assert!(standing[0].stale().is_some());
    let another = RANDOM.replace("\"a\"", "\"another name\", games = 30");
    let error = restated(&table(&another), &kept).expect_err("a measurement of no row").to_string();
    assert!(error.contains("measured of `I, a`") && error.contains("docs/results/name.json"), "{error}");
}

/// Where there are others, another seed measures on others.
#[test]
fn another_seed_has_other_problems_where_there_are_others() {
    ludevo_games::open();
    let sets = registry::find("fifteen").and_then(|game| game.as_puzzle()).expect("a puzzle").levels();
    let problems = |set: Option<&str>, count, fixed| Problems {
        first: 1,
        last: 1000,
        set: set.map(str::to_owned),
        count,
        nodes: 1,
        memory: 1,
        unseen: false,
        fixed,
    };
    let numbers = |problems: &Problems, seed| problems.numbers(&sets, 1.0, seed);
    let common = |problems: &Problems| {
        let (one, two) = (numbers(problems, 1), numbers(problems, 2));
        assert_eq!(one.len(), two.len());
        assert!(one.is_sorted() && two.is_sorted());
        one.iter().filter(|number| two.contains(number)).count()
    };
    let (range, set, fixed) =
        (problems(None, 100, false), problems(Some("test"), 50, false), problems(None, 100, true));
    assert_eq!(common(&range), 0, "those that follow on the range");
    assert!(numbers(&range, 3).iter().all(|number| (2001..=3000).contains(number)));
    assert!(common(&set) < 20 && numbers(&set, 2).iter().all(|number| (1001..=1500).contains(number)));
    assert!(common(&fixed) < 30 && numbers(&fixed, 2).iter().all(|number| *number <= 1000));
    let all = [problems(Some("test"), 500, false), problems(None, 1000, true)];
    assert_eq!(all.each_ref().map(common), [500, 1000]);
    let are_all = |problems: &Problems| problems.are_all(&sets);
    assert_eq!(all.each_ref().map(are_all), [true, true]);
    assert_eq!([range, set, fixed].each_ref().map(are_all), [false; 3]);
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
fn another_champion_under_the_name_of_a_file_is_another_measurement() {
    ludevo_games::open();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine");
    let identity = |champion: &str| {
        let text = registry::text(registry::champions(), champion).expect("a champion that ships");
        std::fs::write(&path, text).expect("a file");
        let row = RANDOM.replacen("\"random\"", &format!("\"{}\"", path.display()), 1);
        let game = registry::find("reversi").expect("a game");
        What::of(game, &table(&row).rows[0].measure, &MeasurerSettings::default()).identity
    };
    let of_another = identity("reversi/small");
    assert_ne!(identity("reversi/champion"), of_another);
    assert_eq!(identity("reversi/small"), of_another);
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
