//! The tables that ship name only what there is, and a file that is wrong is refused where it is wrong.

use ludevo_figures::{Goal, Kept, Measure, Published, Row, Series, Table, estimate, read, standings, tables};
use ludevo_game::champions;
use ludevo_game::game::{Game, GameError};
use ludevo_game::player_name::{PlayerError, PlayerName};
use ludevo_game::registry;
use ludevo_runs::load;

fn shipped() -> Vec<Table> {
    ludevo_games::open();
    tables().expect("every table reads")
}

fn all_rows() -> impl Iterator<Item = (&'static dyn Game, String, Row)> {
    shipped().into_iter().flat_map(|table| {
        let game = registry::find(&table.game).expect("a table is about a game");
        table
            .rows
            .into_iter()
            .map(move |row| (game, format!("{}: {}, {}", table.name, row.table, row.row), row))
    })
}

#[test]
fn every_file_of_figures_is_a_table_of_a_game() {
    ludevo_games::open();
    assert_eq!(shipped().len(), registry::figures().len());
}

#[test]
fn every_player_exists_or_has_an_experiment_that_makes_it() {
    for (game, place, row) in all_rows() {
        for player in row.measure.players() {
            let name: PlayerName = player.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
            let experiment = name.shipped().map(|short| format!("{}/{short}", game.facts().name));
            let is_made = |name: String| registry::text(registry::experiments(), &name).is_some();
            match game.check_player(&name) {
                Ok(()) | Err(GameError::Player(PlayerError::NotInstalled { .. })) => {}
                Err(error) => assert!(experiment.is_some_and(is_made), "{place}: {error}"),
            }
        }
    }
}

#[test]
fn every_experiment_exists_with_all_its_settings() {
    for (_, place, row) in all_rows() {
        for (Series { experiment, set }, _) in row.measure.series() {
            load(&experiment, &set).unwrap_or_else(|error| panic!("{place}: {error}"));
        }
    }
}

#[test]
fn every_line_and_every_rule_exists() {
    for (game, place, row) in all_rows() {
        match &row.measure {
            Measure::Stated { champion, key } => {
                let name = champion.parse().expect("a player");
                let found = champions::find(game.facts(), &name, &[]);
                let stated = found.unwrap_or_else(|error| panic!("{place}: {error}")).file.stated(key);
                assert!(stated.is_some(), "{place}: {champion} states no `{key}`");
            }
            Measure::Score { rules: Some(rules), .. } => {
                let facet = game.in_matches().unwrap_or_else(|| panic!("{place}: no game for two"));
                assert!(facet.under(rules).is_ok(), "{place}: there is no rule `{rules}`");
            }
            _ => {}
        }
    }
}

#[test]
fn no_two_rows_of_a_table_have_the_same_name() {
    for table in shipped() {
        for (number, row) in table.rows.iter().enumerate() {
            let same = |other: &Row| (&other.table, &other.row) == (&row.table, &row.row);
            assert!(!table.rows[..number].iter().any(same), "{}: {} {}", table.name, row.table, row.row);
        }
    }
}

#[test]
fn every_kept_figure_stands_in_its_table() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results");
    let mut names = 0;
    for table in shipped() {
        let path = format!("{folder}/{}.json", table.name);
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        names += 1;
        let rows: Vec<ludevo_figures::KeptRow> = serde_json::from_str(&text).expect("kept rows");
        for kept in rows {
            let is_place = |row: &Row| (&row.table, &row.row) == (&kept.table, &kept.row);
            assert!(table.rows.iter().any(is_place), "{path}: {} {}", kept.table, kept.row);
        }
    }
    let kept = std::fs::read_dir(folder).map_or(0, Iterator::count);
    assert_eq!(names, kept, "{folder} has a file of no table");
}

const GROUP: &str = "summary = \"s\"\nsource = \"a paper\"\n\n[common]\nmeasure = \"score\"\ngames = 20\n\n[[group]]\ntable = \"I\"\ngoal = \"reach\"\n";

#[test]
fn a_row_has_the_keys_of_its_group_and_of_the_file_unless_it_says_otherwise() {
    ludevo_games::open();
    let rows = "rows = [\n { row = \"a\", first = \"x\", second = \"y\", published = [0.5, 1] },\n \
                { row = \"b\", first = \"x\", second = \"y\", games = 40, goal = \"compare\" },\n]\n";
    let table = read("game/name", &format!("{GROUP}{rows}")).expect("a table");
    assert_eq!((table.name.as_str(), table.game.as_str()), ("name", "game"));
    let games = |row: &Row| match &row.measure {
        Measure::Score { games, .. } => *games,
        other => panic!("{other:?}"),
    };
    assert_eq!(table.rows.iter().map(games).collect::<Vec<_>>(), [20, 40]);
    assert_eq!(table.rows[0].goal, Goal::Reach { bar: None });
    assert_eq!(table.rows[0].published, Some(Published::Range([0.5, 1.0])));
    assert_eq!(table.rows[1].goal, Goal::Compare);
}

#[test]
fn a_wrong_file_is_refused_with_line_key_and_the_nearest_key() {
    let refused = |rows: &str, line: u32, parts: &[&str]| {
        let error =
            read("game/name", &format!("{GROUP}{rows}")).expect_err("a table that is wrong").to_string();
        for part in parts.iter().copied().chain([format!("figures/game/name.toml, line {line}:").as_str()]) {
            assert!(error.contains(part), "should say `{part}`: {error}");
        }
    };
    let row = |more: &str| format!("rows = [\n{{ row = \"a\", first = \"x\", second = \"y\", {more} }}]");
    refused(&row("published = 1, gmaes = 3"), 12, &["`gmaes`", "`games`"]);
    refused(&row("publisched = 1"), 12, &["`publisched`", "`published`"]);
    refused(&row("published = 1, goal = \"rech\""), 12, &["`goal` is `rech`", "`reach`"]);
    refused(&row("published = 1, games = \"many\""), 12, &["`games`", "many", "whole number"]);
    refused(&row("published = 1, openings = \"six\""), 12, &["`openings`", "six"]);
    refused("meassure = \"score\"\nrows = [{ row = \"a\", published = 1 }]", 11, &["`meassure`"]);
    refused("rows = [\n{ row = \"a\", published = 1 }]", 12, &["`first` is missing"]);
    refused("rows = [\n{ row = \"a\", first = \"x\", second = \"y\" }]", 10, &["needs a figure"]);
    refused("rows = 3", 8, &["`rows`"]);
    refused("[[grup]]", 11, &["`grup`", "`group`"]);
}

#[test]
fn an_estimate_counts_runs_and_rows_that_cannot_be_measured() {
    ludevo_games::open();
    let text = "summary = \"s\"\nsource = \"s\"\n[[group]]\ntable = \"I\"\ngoal = \"compare\"\nrows = [\n\
                { row = \"a\", measure = \"score\", first = \"random\", second = \"random\", games = 1000 },\n\
                { row = \"b\", measure = \"score\", first = \"champion:none\", second = \"random\", games = 1000 },\n\
                { row = \"c\", measure = \"runs\", experiment = \"reversi\", runs = 3, figure = { mean = 2 } },\n]";
    let table = read("reversi/name", text).expect("a table");
    let estimate = estimate(&table, std::time::Duration::ZERO).expect("a game is played");
    assert!(estimate.seconds > 0.0);
    assert_eq!((estimate.runs, estimate.missing), (3, 1));
}

#[test]
fn a_file_of_something_else_holds_no_kept_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.json");
    std::fs::write(&path, "{}").expect("a file");
    let error = Kept::open(&path).expect_err("no kept rows").to_string();
    assert!(error.contains("kept.json holds no kept rows"), "{error}");
}

/// What a figure that is missed costs nobody the work to try again.
#[test]
fn every_row_that_is_short_or_off_says_what_was_tried() {
    let mut silent = Vec::new();
    for table in shipped() {
        for standing in standings(&table).expect("kept rows read") {
            let is_missed =
                standing.measured.is_some_and(|measured| standing.row.verdict(&measured).is_a_miss());
            if is_missed && standing.row.tried.is_none() {
                silent.push(format!("{}: {}, {}", table.name, standing.row.table, standing.row.row));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn words_are_said_where_there_are_any_and_only_published_figures_are_lost() {
    for (_, place, row) in all_rows() {
        let is_silent = |text: &Option<String>| text.as_ref().is_some_and(|text| text.trim().is_empty());
        assert!(!is_silent(&row.says) && !is_silent(&row.tried), "{place}");
        assert!(
            row.goal != Goal::Lost || row.published.is_some(),
            "{place}: what is lost is a published figure"
        );
    }
}
