//! The report of a run: one page that stands alone and hides nothing.

use std::path::Path;

use ludevo_runs::{Destination, Folder, RunLimits, Runner, load, report};

fn evolve(at: &Path, generations: u64, more: &[&str]) -> Folder {
    ludevo_games::open();
    let mut sets = vec![
        format!("evolution.generations={generations}"),
        "evolution.population=8".to_owned(),
        "player.depth=1".to_owned(),
        "summary=\"<b>bold & \\\"brash\\\"</b>\"".to_owned(),
        "fitness=[{round=\"co-play\", games=1}]".to_owned(),
        "yardstick={player=\"random\", games=6, every=2, finalists=2, final_games=4, fresh_games=20}"
            .to_owned(),
    ];
    sets.extend(more.iter().map(|set| (*set).to_owned()));
    let loaded = load("reversi/default", &sets).unwrap();
    let runner = Runner::start(loaded, 3, &[], &Destination::At(at.to_owned())).unwrap();
    runner.run(&mut (), &RunLimits::default()).unwrap();
    Folder::open(at).unwrap()
}

/// Fails unless every element that has an end is closed in order and no bare `<` or `&` is left in the text.
fn assert_well_formed(page: &str) {
    let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
    for (place, _) in page.match_indices('&') {
        assert!(entities.iter().any(|entity| page[place..].starts_with(entity)), "{}", &page[place..][..40]);
    }
    let mut open = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    while let Some(start) = rest.find('<') {
        let tag = &rest[start + 1..];
        if let Some(comment) = tag.strip_prefix("!--") {
            rest = &comment[comment.find("-->").expect("a comment ends")..];
            continue;
        }
        let end = tag.find('>').expect("a tag ends");
        let inside = &tag[..end];
        assert_eq!(inside.matches('"').count() % 2, 0, "an attribute ends: {inside}");
        let name = inside.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        assert!(!name.is_empty() && name.chars().all(char::is_alphanumeric), "not a tag: {inside}");
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed in order");
        } else if name != "meta" {
            open.push(name);
        }
        rest = &tag[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn a_report_is_one_well_formed_page_that_loads_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = evolve(
        &folder.path().join("run"),
        3,
        &["program.selector=true", "player.depth=2", "player.branching=2"],
    );
    let page = std::fs::read_to_string(run.file("report.html")).unwrap();
    assert_well_formed(&page);
    for loading in
        ["http:", "https:", "//", "src=", "href", "@import", "<script", "<link", "<iframe", "data:"]
    {
        assert!(!page.contains(loading), "a report that stands alone has no `{loading}`");
    }
    assert!(page.contains("&lt;b&gt;bold &amp; &quot;brash&quot;&lt;/b&gt;") && !page.contains("<b>"));
    for promised in [
        "What was run",
        "How it went",
        "The champion",
        "Scores",
        "Size against score",
        "Make it again",
        "Tree “evaluate”",
        "Tree “select”",
        "95 %",
        "best individual against random",
        "mean ± deviation",
        "--seed 3",
        "ludevo play reversi --against",
    ] {
        assert!(page.contains(promised), "{promised}");
    }
    let champion = run.champion().unwrap().unwrap();
    let shown = ludevo_game::registry::find("reversi")
        .unwrap()
        .show(&ludevo_game::champion::ChampionFile::parse(&champion).unwrap())
        .unwrap();
    for (name, meaning) in shown.trees.iter().flat_map(|tree| &tree.terminals) {
        let escaped = meaning.replace('&', "&amp;").replace('"', "&quot;");
        assert!(page.contains(*name) && page.contains(&escaped), "{name} is explained");
    }
    assert_eq!(report::render(&run).unwrap(), page, "made again from the folder it is the same");
}

#[test]
fn the_report_of_a_champion_edited_by_hand_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let run = evolve(&folder.path().join("run"), 1, &[]);
    assert!(!report::render(&run).unwrap().contains("class=\"caution\""));
    let champion = run.champion().unwrap().unwrap();
    std::fs::write(run.file("champion"), champion.replacen("depth = 1", "depth = 2", 1)).unwrap();
    let page = report::render(&run).unwrap();
    assert!(page.contains("edited by hand: its score is that of the champion before, not its own"), "{page}");
}

#[test]
fn a_single_generation_and_a_stopped_run_have_reports_too() {
    let folder = tempfile::tempdir().unwrap();
    let run = evolve(&folder.path().join("short"), 1, &[]);
    assert_well_formed(&report::render(&run).unwrap());
    let loaded = load("reversi/default", &[]).unwrap();
    let at = Destination::At(folder.path().join("new"));
    let runner = Runner::start(loaded, 3, &[], &at).unwrap();
    let page = report::render(runner.folder()).unwrap();
    assert_well_formed(&page);
    assert!(page.contains("stopped after 0 of 30 generations; it can go on"));
}
