//! The index of runs: made from the folders, and careful when deleting.

use std::fs;
use std::path::Path;

use ludevo_runs::compare::compare;
use ludevo_runs::index::{Filter, INDEX, Index, IndexError};
use ludevo_runs::{Destination, RunLimits, Runner, load, write_whole};

fn evolve(runs: &Path, seed: u64, depth: u32) {
    ludevo_games::open();
    let sets = [
        "evolution.generations=2",
        "evolution.population=4",
        &format!("program.depth={depth}"),
        "player.depth=1",
        "fitness=[{round=\"co-play\", games=1}]",
        "yardstick={player=\"random\", games=4, every=1, finalists=1, final_games=2, fresh_games=20}",
    ];
    let loaded = load("reversi/default", &sets.map(str::to_owned)).unwrap();
    let runner = Runner::start(loaded, seed, &[], &Destination::In(runs.to_owned())).unwrap();
    runner.run(&mut (), &RunLimits::default()).unwrap();
}

fn names(index: &Index) -> Vec<String> {
    index.list(&Filter::default()).into_iter().map(|run| run.name).collect()
}

#[test]
fn the_index_is_made_from_the_folders_and_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path();
    evolve(runs, 1, 4);
    evolve(runs, 2, 4);
    fs::create_dir(runs.join("not-a-run")).unwrap();
    let mut index = Index::open(runs).unwrap();
    assert!(index.refresh().unwrap().is_empty());
    let before = index.list(&Filter::default());
    assert_eq!(names(&index), ["reversi-default-s1", "reversi-default-s2"]);
    assert_eq!(before[0].generations, 2);
    assert_eq!(before[0].end, Some(ludevo_evolve::End::Generations));
    let score = before[0].score.unwrap();
    assert!(before[0].low.unwrap() <= score && score <= before[0].high.unwrap());
    drop(index);
    fs::write(runs.join(INDEX), "this is no index at all, but the folders are the truth").unwrap();
    let mut index = Index::open(runs).unwrap();
    assert!(names(&index).is_empty());
    index.refresh().unwrap();
    assert_eq!(index.list(&Filter::default()), before);
    fs::remove_dir_all(runs.join("reversi-default-s1")).unwrap();
    fs::write(runs.join("reversi-default-s2/result.json"), "{").unwrap();
    let problems = index.refresh().unwrap();
    assert!(names(&index).is_empty());
    assert!(problems[0].to_string().contains("result.json, line 1"), "{}", problems[0]);
}

#[test]
fn runs_are_filtered_by_game_and_experiment() {
    let folder = tempfile::tempdir().unwrap();
    evolve(folder.path(), 1, 4);
    let mut index = Index::open(folder.path()).unwrap();
    index.refresh().unwrap();
    let count = |game: Option<&str>, experiment: Option<&str>| {
        let filter = Filter { game: game.map(str::to_owned), experiment: experiment.map(str::to_owned) };
        index.list(&filter).len()
    };
    assert_eq!(count(Some("reversi"), None), 1);
    assert_eq!(count(Some("chess"), None), 0);
    assert_eq!(count(None, Some("reversi/default")), 1);
    assert_eq!(count(Some("reversi"), Some("reversi/base")), 0);
}

#[test]
fn groups_of_repeated_seeds_are_compared_and_single_runs_are_not() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..=3 {
        evolve(folder.path(), seed, 4);
        evolve(folder.path(), seed, 2);
    }
    let mut index = Index::open(folder.path()).unwrap();
    index.refresh().unwrap();
    let all = index.list(&Filter::default());
    let mut titles: Vec<String> = all.iter().map(|run| run.title.clone()).collect();
    titles.dedup();
    assert_eq!(titles.len(), 2);
    let groups = compare(&index, &titles).unwrap();
    assert_eq!(groups.groups[0].scores.len(), 3);
    assert_eq!(groups.groups[0].curve.len(), 2);
    assert!(groups.pairs[0].test.is_some());
    assert!((0.0..=1.0).contains(&groups.pairs[0].effect.unwrap()));
    assert_eq!(groups.cautions, ["with 3 and 3 runs p is at least 0.10, however they come out: make more"]);
    let paired = groups.pairs[0].paired.as_ref().unwrap();
    let leads = groups.groups[0].scores.iter().zip(&groups.groups[1].scores).map(|(one, other)| one - other);
    assert_eq!(paired.seeds, [1, 2, 3]);
    assert!((paired.difference - leads.sum::<f64>() / 3.0).abs() < 1e-12);
    let single = compare(&index, &[all[0].name.clone(), all[5].name.clone()]).unwrap();
    assert_eq!(single.pairs[0].test, None);
    assert_eq!(single.cautions.len(), 2);
    assert_eq!(single.pairs[0].paired, None);
    let listed = compare(&index, &[format!("{},{}", all[0].name, all[1].name)]).unwrap();
    assert_eq!(listed.groups[0].runs.len(), 2);
    let of_all = compare(&index, &["reversi/default".to_owned()]).unwrap();
    let found: Vec<(&String, usize)> =
        of_all.groups.iter().map(|group| (&group.name, group.runs.len())).collect();
    assert_eq!(found, titles.iter().map(|title| (title, 3)).collect::<Vec<_>>(), "a group a setting");
    let pooled = compare(&index, &[format!("{},{}", all[0].name, all[5].name)]).unwrap();
    assert!(pooled.cautions[0].ends_with("are of different settings"), "{:?}", pooled.cautions);
    // A series of its own folder, asked for from elsewhere.
    let elsewhere = tempfile::tempdir().unwrap();
    let stranger = Index::open(elsewhere.path()).unwrap();
    let folders = stranger.find(&folder.path().display().to_string()).unwrap();
    assert_eq!(folders.len(), 6);
    assert!(stranger.find(&elsewhere.path().display().to_string()).is_err(), "no runs in it");
    let unknown = compare(&index, &["reversi-default-s9".to_owned()]).unwrap_err().to_string();
    assert!(unknown.contains("there is no run or experiment `reversi-default-s9`"), "{unknown}");
    assert!(unknown.contains("the nearest is `reversi-default-s"), "{unknown}");
}

#[test]
fn only_runs_inside_the_folder_of_runs_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let (runs, other) = (folder.path().join("runs"), folder.path().join("other"));
    evolve(&runs, 1, 4);
    evolve(&other, 1, 4);
    let mut index = Index::open(&runs).unwrap();
    index.refresh().unwrap();
    let absolute = other.join("reversi-default-s1").display().to_string();
    for name in ["../other/reversi-default-s1", "..", ".", "", INDEX, absolute.as_str()] {
        let refused = index.delete(name).unwrap_err();
        assert!(matches!(refused, IndexError::Outside { .. }), "{name}: {refused}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(other.join("reversi-default-s1"), runs.join("link")).unwrap();
        assert!(matches!(index.delete("link").unwrap_err(), IndexError::Outside { .. }));
    }
    fs::create_dir(runs.join("mine")).unwrap();
    assert!(matches!(index.delete("mine").unwrap_err(), IndexError::Folder(_)), "it is not a run");
    assert!(matches!(index.delete("nothing").unwrap_err(), IndexError::Unknown { .. }));
    index.delete("reversi-default-s1").unwrap();
    assert!(names(&index).is_empty() && !runs.join("reversi-default-s1").exists());
    assert!(other.join("reversi-default-s1/champion").is_file());
}

#[test]
fn who_reads_the_index_while_others_write_it_sees_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path();
    evolve(runs, 1, 4);
    for copy in 2..=8 {
        let to = runs.join(format!("copy-{copy}"));
        fs::create_dir(&to).unwrap();
        for entry in fs::read_dir(runs.join("reversi-default-s1")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
    Index::open(runs).unwrap().refresh().unwrap();
    std::thread::scope(|scope| {
        for writer in 2..=4 {
            scope.spawn(move || {
                for _ in 0..30 {
                    // A run that went on: its stamp is another one.
                    let result = runs.join(format!("copy-{writer}/result.json"));
                    let text = format!("{}\n", fs::read_to_string(&result).unwrap());
                    write_whole(&result, text.as_bytes()).unwrap();
                    let mut index = Index::open(runs).unwrap();
                    assert_eq!(names(&index).len(), 8, "an index that is whole at every moment");
                    assert!(index.refresh().unwrap().is_empty());
                }
            });
        }
    });
    let mut index = Index::open(runs).unwrap();
    assert!(index.refresh().unwrap().is_empty());
    assert_eq!(names(&index).len(), 8);
}
