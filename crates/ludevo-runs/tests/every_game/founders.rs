//! A champion joins a run that breeds its kind, by name or from a file; any other is refused with what is wrong and where.

use std::path::PathBuf;

use ludevo_evolve::State;
use ludevo_game::champion::ChampionFile;
use ludevo_game::registry;

use crate::Verdict;
use crate::subject::Tiny;

/// Fails unless a run that starts with this founder has its program in the first population.
fn joins(tiny: &Tiny, founder: PathBuf, program: &str) -> Verdict {
    let shown = founder.display().to_string();
    let state =
        tiny.start(&[founder]).map_err(|problem| format!("`{shown}` is no founder: {problem}"))?.save();
    let everybody =
        |state: &State<String>| state.population.iter().any(|genome| genome.trim() == program.trim());
    if everybody(&state) || state.islands.iter().any(everybody) {
        return Ok(());
    }
    Err(format!("`{shown}` is a founder, but its program is not in the first population:\n{program}"))
}

/// Fails unless this file is refused by its name, with its place and all these words.
fn is_refused(tiny: &Tiny, file: &ChampionFile, what: &str, words: &[&str]) -> Verdict {
    let path = tiny.write("founder", &file.print())?;
    let name = path.display().to_string();
    match tiny.start(&[path]) {
        Ok(_) => Err(format!("{what} is a founder")),
        Err(problem) => {
            let missing = ["line ", "column ", &name].into_iter().chain(words.iter().copied());
            let missing: Vec<&str> = missing.filter(|word| !problem.contains(word)).collect();
            let said = || Err(format!("the refusal of {what} does not say {missing:?}: {problem}"));
            if missing.is_empty() { Ok(()) } else { said() }
        }
    }
}

/// The promise for one experiment, with the champion of a run of it.
pub(crate) fn check(tiny: &Tiny, champion: &ChampionFile) -> Verdict {
    joins(tiny, tiny.write("own", &champion.print())?, &champion.program)?;

    let own = tiny.game.facts().name;
    let other = registry::games().iter().map(|game| game.facts().name).find(|name| *name != own);
    let other = other.expect("there are several games");
    let foreign = ChampionFile { game: other.to_owned(), ..champion.clone() };
    is_refused(tiny, &foreign, "a champion of another game", &[own, other])?;

    for language in tiny.game.languages().iter().filter(|language| language.name() != champion.language) {
        let (language, hash) = (language.name().to_owned(), language.hash());
        let words = [&language[..], &champion.language[..]];
        let foreign = ChampionFile { language: language.clone(), hash, ..champion.clone() };
        is_refused(tiny, &foreign, "a champion in another language", &words)?;
    }
    let older = ChampionFile { hash: !champion.hash, ..champion.clone() };
    is_refused(tiny, &older, "a champion in an older version of the language", &[&champion.language])?;

    let twice = ChampionFile { program: champion.program.repeat(2), ..champion.clone() };
    is_refused(tiny, &twice, "a genome with twice as many parts", &[])?;
    let lines: Vec<&str> = champion.program.lines().collect();
    // The last part alone, without the beginning of the first.
    let rest = ChampionFile { program: format!("{}\n", lines[1..].join("\n")), ..champion.clone() };
    is_refused(tiny, &rest, "a genome without its first line", &[])
}

/// The promise for a champion that ships: it joins the experiment that made it. What was set for its run may ask for files that
/// do not ship; where the run cannot start without them, it joins the experiment as it ships.
pub(crate) fn check_shipped(name: &str, text: &str) -> Verdict {
    let champion = ChampionFile::parse(text).map_err(|error| error.to_string())?;
    let made = &champion.provenance;
    let mut tiny = Tiny::of(&made.experiment, &made.sets, |_| {})?;
    if tiny.start(&[]).is_err() {
        tiny = Tiny::of(&made.experiment, &[], |_| {})?;
    }
    joins(&tiny, PathBuf::from(name), &champion.program)?;
    joins(&tiny, tiny.write("shipped", text)?, &champion.program)
}
