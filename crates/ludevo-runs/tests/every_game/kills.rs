//! The same bytes after a kill in each phase of a run: while it prepares, in the middle of a generation, and while its
//! champion is chosen. A kill is real: the run is a process of its own, which gets no chance to tidy up.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use ludevo_evolve::GenerationReport;
use ludevo_game::champion::ChampionFile;
use ludevo_game::experiment::Experiment;
use ludevo_game::provenance::Provenance;
use ludevo_runs::{Destination, Folder, Observer, RunLimits, Runner, Timing, load};

use crate::Verdict;
use crate::bytes::Bytes;
use crate::subject::{SEED, Tiny};

/// The first argument of a process that is there to be killed; the folder of its run and its experiment follow.
const CHILD: &str = "--child";

/// What a child says when it begins something, in the order in which it is killed there.
const PHASES: [&str; 3] = ["preparation", "generation 2", "choice"];

/// Says what the run begins.
struct Announced;

fn announce(phase: &str) {
    // Whoever listens may be gone.
    let _ = writeln!(stdout(), "{phase}").and_then(|()| stdout().flush());
}

impl Observer for Announced {
    fn started(&mut self, _: &Folder, _: &Experiment, _: u64) {
        announce(PHASES[0]);
    }

    fn generation(&mut self, report: &GenerationReport, _: &Timing, _: Duration) {
        announce(&format!("generation {}", report.generation + 1));
    }

    fn finishing(&mut self, _: usize, _: usize, _: Duration) {
        announce(PHASES[2]);
    }
}

/// Runs an experiment if this process was started for that.
pub(crate) fn as_child() -> Option<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [flag, folder, experiment] = &arguments[..] else { return None };
    if flag != CHILD {
        return None;
    }
    Some(match run(Path::new(folder), experiment, &mut Announced) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "{problem}");
            ExitCode::FAILURE
        }
    })
}

/// Starts the run in a folder, or goes on with it, to its end.
fn run(folder: &Path, experiment: &str, observer: &mut dyn Observer) -> Verdict {
    let runner = if folder.exists() {
        Runner::resume(folder, None)
    } else {
        let loaded = load(experiment, &[]).map_err(|error| error.to_string())?;
        Runner::start(loaded, SEED, &[], &Destination::At(folder.to_owned()))
    };
    let outcome = runner.and_then(|runner| runner.run(observer, &RunLimits::default()));
    outcome.map(drop).map_err(|error| error.to_string())
}

/// Lets a child run until it says that it begins this, and kills it.
fn run_until(phase: &str, folder: &Path, experiment: &str) -> Verdict {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .args([CHILD, &folder.display().to_string(), experiment])
        .env("RAYON_NUM_THREADS", "2")
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let said = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    let mut last = String::new();
    for line in said.map_while(Result::ok) {
        last = line;
        if last == phase {
            break;
        }
    }
    child.kill().map_err(|error| error.to_string())?;
    child.wait().map_err(|error| error.to_string())?;
    if last == phase { Ok(()) } else { Err(format!("the run ended after `{last}` without any `{phase}`")) }
}

/// The promise for one experiment, of which an uninterrupted run gives `whole`.
pub(crate) fn check(tiny: &Tiny, whole: &Bytes) -> Verdict {
    let (folder, experiment) = (tiny.folder.path().join("killed"), &tiny.loaded.name);
    for phase in PHASES {
        run_until(phase, &folder, experiment)?;
    }
    run(&folder, experiment, &mut ())?;
    let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
    let mut champion = ChampionFile::parse(&read("champion")?).map_err(|error| error.to_string())?;
    champion.provenance = Provenance::default();
    // The checkpoint's file says more than the state, which the log and the champion betray.
    let killed = Bytes { log: read("log.jsonl")?, champion: champion.print(), state: whole.state.clone() };
    whole.equal(&killed, "after kills")
}
