//! The real Robocode engine, where it is installed: battles of the same robots, with results and traces.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use tempfile::TempDir;
use thiserror::Error;

use super::score::Score;

/// Why the real engine could not be used, or did not do what was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no engine.
    #[error(
        "the Robocode engine is not installed: no robocode.jar at {looked}. On Debian run `apt-get install robocode`, or name it in ROBOCODE_JAR"
    )]
    NoEngine {
        /// Where it was looked for.
        looked: String,
    },
    /// There is no Java compiler or runtime.
    #[error(
        "`{program}` cannot be run: {problem}. A JDK is needed; on Debian run `apt-get install default-jdk-headless`"
    )]
    NoJava {
        /// The program that is missing.
        program: &'static str,
        /// What the system said.
        problem: io::Error,
    },
    /// A file that cannot be written or read.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        problem: io::Error,
    },
    /// A robot that the Java compiler refuses.
    #[error("javac refuses {robot}: {message}")]
    Refused {
        /// The robot.
        robot: String,
        /// What the compiler said.
        message: String,
    },
    /// Somebody said stop.
    #[error("stopped")]
    Stopped,
    /// The engine said that something went wrong, or ended without results.
    #[error("the engine failed: {0}")]
    Failed(String),
    /// The engine left a robot out, so that the battle was one-sided.
    #[error("the engine found {found} of the robots {robots}")]
    Dropped {
        /// How many it found.
        found: usize,
        /// Those that were asked for.
        robots: String,
    },
}

/// A robot for the real engine.
#[derive(Clone, Debug)]
pub enum EngineRobot {
    /// One of the engine's own, by its full name.
    Sample(String),
    /// One with a Java source, by its full name; where a seed is given, its random numbers come from dice with it.
    Source {
        /// Class with package.
        class: String,
        /// The source.
        source: String,
        /// The seed of its dice.
        dice: Option<i64>,
    },
}

/// What came of a battle.
#[derive(Clone, Debug)]
pub struct BattleOutcome {
    /// The scores in the order of the robots.
    pub scores: Vec<Score>,
    /// The trace, if one was asked for.
    pub trace: Option<String>,
    /// Turns of all rounds.
    pub turns: u64,
    /// Seconds that the battle took, without the start of the engine.
    pub seconds: f64,
}

/// The engine with a folder of its own.
#[derive(Debug)]
pub struct Engine {
    jar: PathBuf,
    home: TempDir,
    /// What was compiled last under the name of each class: a league sends the same robots into many battles.
    compiled: Mutex<HashMap<String, (String, Option<i64>)>>,
}

/// Where Debian puts the engine.
const JAR: &str = "/usr/share/java/robocode.jar";
/// Where Debian puts the sample robots and what else the engine expects in its folder.
const SHARED: &str = "/usr/share/games/robocode";

impl Engine {
    /// Where the engine is, if it is installed.
    pub fn jar() -> Option<PathBuf> {
        Some(Engine::place()).filter(|jar| jar.is_file())
    }

    /// Where the engine is looked for.
    fn place() -> PathBuf {
        env::var_os("ROBOCODE_JAR").map_or_else(|| PathBuf::from(JAR), PathBuf::from)
    }

    /// Prepares the engine.
    pub fn new() -> Result<Self, EngineError> {
        let jar = Engine::jar()
            .ok_or_else(|| EngineError::NoEngine { looked: Engine::place().display().to_string() })?;
        let engine = Engine { jar, home: temporary()?, compiled: Mutex::default() };
        for folder in ["robots/sample", "config", "battles"] {
            let to = engine.path(folder);
            fs::create_dir_all(&to).map_err(|problem| file(folder, problem))?;
            let shipped = Path::new(SHARED).join(folder);
            if shipped.is_dir() {
                copy_folder(&shipped, &to)?;
            }
        }
        // A robot that is allowed any time never skips a turn, which would make battles irreproducible.
        engine.write("config/robocode.properties", "robocode.cpu.constant=100000000\n")?;
        engine.write("Arena.java", include_str!("engine/Arena.java"))?;
        engine.compile(&[engine.path("Arena.java")], &engine.path(""), "the runner of battles")?;
        Ok(engine)
    }

    /// The same with a folder of its own, for battles at the same time. To be made before the first battle, after which
    /// the folder holds more than robots.
    pub(super) fn copy(&self) -> Result<Self, EngineError> {
        let home = temporary()?;
        copy_folder(self.home.path(), home.path())?;
        Ok(Engine { jar: self.jar.clone(), home, compiled: Mutex::new(self.compiled().clone()) })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), EngineError> {
        fs::write(self.path(name), text).map_err(|problem| file(name, problem))
    }

    fn compile(&self, sources: &[PathBuf], to: &Path, robot: &str) -> Result<(), EngineError> {
        let mut command = Command::new("javac");
        command
            .args(["--release", "8", "-nowarn", "-Xlint:-options", "-cp"])
            .arg(&self.jar)
            .arg("-d")
            .arg(to)
            .args(sources);
        let output = command.output().map_err(|problem| EngineError::NoJava { program: "javac", problem })?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(EngineError::Refused { robot: robot.to_owned(), message })
    }

    /// Compiles a robot, unless that was done before; its name for the engine.
    pub(super) fn enter(&self, entrant: &EngineRobot) -> Result<String, EngineError> {
        let (class, source, dice) = match entrant {
            EngineRobot::Sample(name) => return Ok(name.clone()),
            EngineRobot::Source { class, source, dice } => (class, source, dice),
        };
        let asked = (source.clone(), *dice);
        if self.compiled().get(class) == Some(&asked) {
            return Ok(format!("{class}*"));
        }
        let (package, short) = class.rsplit_once('.').unwrap_or(("", class));
        let mut sources = vec![self.path(&format!("{short}.java"))];
        let mut source = source.clone();
        if let Some(seed) = dice {
            source = source.replace("Math.random()", &format!("{short}Dice.random()"));
            let dice = format!(
                "package {package};\nclass {short}Dice {{\n  static final java.util.Random RANDOM = new java.util.Random({seed}L);\n  static double random() {{ return RANDOM.nextDouble(); }}\n}}\n"
            );
            self.write(&format!("{short}Dice.java"), &dice)?;
            sources.push(self.path(&format!("{short}Dice.java")));
        }
        self.write(&format!("{short}.java"), &source)?;
        self.compile(&sources, &self.path("robots"), class)?;
        self.compiled().insert(class.clone(), asked);
        Ok(format!("{class}*"))
    }

    fn compiled(&self) -> MutexGuard<'_, HashMap<String, (String, Option<i64>)>> {
        self.compiled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays a battle. The seed makes it repeatable; the dice of robots are their own.
    pub fn battle(
        &self,
        entrants: &[EngineRobot],
        rounds: u32,
        seed: i64,
        trace: bool,
    ) -> Result<BattleOutcome, EngineError> {
        let names =
            entrants.iter().map(|entrant| self.enter(entrant)).collect::<Result<Vec<_>, _>>()?.join(",");
        let traced = self.path("trace.tsv");
        let mut command = Command::new("java");
        command
            .args(["-Djava.awt.headless=true", "--add-opens=java.base/sun.net.www.protocol.jar=ALL-UNNAMED"])
            // Without the processor's own functions Java computes as its standard says.
            .args(["-XX:+UnlockDiagnosticVMOptions", "-XX:-UseLibmIntrinsic"])
            .arg(format!("-DRANDOMSEED={seed}"))
            .arg(format!("-DWORKINGDIRECTORY={}", self.home.path().display()))
            .arg("-cp")
            .arg(format!("{}:{}", self.jar.display(), self.home.path().display()))
            .arg("Arena")
            .arg(self.home.path())
            .args([names.as_str(), &rounds.to_string()])
            .arg(if trace { traced.as_os_str() } else { "-".as_ref() });
        let output = within(command, PATIENCE + PATIENCE_A_ROUND * rounds)?;
        let mut outcome = read_outcome(&output, entrants.len(), rounds, &names)?;
        if trace {
            outcome.trace = Some(fs::read_to_string(&traced).map_err(|problem| file("trace.tsv", problem))?);
        }
        Ok(outcome)
    }
}

/// How long the engine may take to start and end, and for each round. It takes a second or two, and half a second; ten
/// with robots that do not end their first turn by themselves.
const PATIENCE: Duration = Duration::from_secs(120);
const PATIENCE_A_ROUND: Duration = Duration::from_secs(30);

/// Runs Java until it ends, but no longer than this.
fn within(mut command: Command, patience: Duration) -> Result<Output, EngineError> {
    let no_java = |problem| EngineError::NoJava { program: "java", problem };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(no_java)?;
    // What it prints is read while it runs, or full pipes would stop it.
    let reader = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            // A pipe that breaks ends the text.
            let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut text));
            text
        })
    };
    let stdout = reader(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let stderr = reader(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(no_java)? {
            break status;
        }
        if start.elapsed() > patience {
            // It may have ended just now.
            let _ = child.kill();
            let _ = child.wait();
            return Err(EngineError::Failed(format!("it has not ended after {} s", patience.as_secs())));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = |reader: JoinHandle<Vec<u8>>| reader.join().unwrap_or_default();
    Ok(Output { status, stdout: text(stdout), stderr: text(stderr) })
}

fn file(path: &str, problem: io::Error) -> EngineError {
    EngineError::File { path: path.to_owned(), problem }
}

fn temporary() -> Result<TempDir, EngineError> {
    tempfile::tempdir().map_err(|problem| file("a temporary folder", problem))
}

/// Copies all that is in a folder, folders in it too.
fn copy_folder(from: &Path, to: &Path) -> Result<(), EngineError> {
    let at = |path: &Path| {
        let path = path.display().to_string();
        move |problem| file(&path, problem)
    };
    fs::create_dir_all(to).map_err(at(to))?;
    for entry in fs::read_dir(from).map_err(at(from))? {
        let (source, target) =
            entry.map(|entry| (entry.path(), to.join(entry.file_name()))).map_err(at(from))?;
        if source.is_dir() {
            copy_folder(&source, &target)?;
        } else {
            fs::copy(&source, &target).map_err(at(&source))?;
        }
    }
    Ok(())
}

/// Reads what the runner printed. The engine may print errors and still end well, so results are what counts.
fn read_outcome(
    output: &Output,
    robots: usize,
    rounds: u32,
    names: &str,
) -> Result<BattleOutcome, EngineError> {
    let text = String::from_utf8_lossy(&output.stdout);
    let mut outcome = BattleOutcome { scores: Vec::new(), trace: None, turns: 0, seconds: 0.0 };
    let mut problems = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |index: usize| fields.get(index).and_then(|field| field.parse().ok()).unwrap_or(0.0);
        match fields[0] {
            "found" if number(1) as usize != robots => {
                return Err(EngineError::Dropped { found: number(1) as usize, robots: names.to_owned() });
            }
            "result" => outcome.scores.push(Score {
                survival: number(2),
                last_survivor: number(3),
                bullet_damage: number(4),
                bullet_bonus: number(5),
                ram_damage: number(6),
                ram_bonus: number(7),
                places: [number(8) as u32, number(9) as u32, number(10) as u32],
            }),
            "turns" => (outcome.turns, outcome.seconds) = (number(1) as u64, number(2)),
            "error" => problems.push(fields[1..].join(" ")),
            _ => {}
        }
    }
    // In every round each robot takes a place. Ties share one, so there may be more first places than rounds.
    let places = |score: &Score| score.places.iter().sum::<u32>();
    let is_whole = outcome.scores.iter().all(|score| places(score) == rounds);
    if outcome.scores.len() == robots && outcome.turns > 0 && is_whole && problems.is_empty() {
        return Ok(outcome);
    }
    if problems.is_empty() {
        let last = String::from_utf8_lossy(&output.stderr);
        problems.extend(last.lines().rev().take(3).map(str::to_owned));
    }
    if problems.is_empty() {
        problems.push(format!("it said nothing and ended with {}", output.status));
    }
    Err(EngineError::Failed(format!(
        "{} results for {robots} robots and {rounds} rounds: {}",
        outcome.scores.len(),
        problems.join("; ")
    )))
}
