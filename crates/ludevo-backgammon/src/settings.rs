//! What an experiment of backgammon states about its teacher.

use std::sync::{Arc, OnceLock};

use ludevo_evolve::learning::{Curriculum, School};
use ludevo_evolve::settings::{RangeError, check};
use ludevo_evolve::{Failed, Mark};
use ludevo_game::board::settings::ProgramSettings;
use ludevo_game::board::{self, Lessons};
use ludevo_program::{Architecture, Individual};
use ludevo_random::Stream;
use serde::{Deserialize, Serialize};

use super::school::{self, Boards};
use super::teacher::{Teacher, Training};

/// A teacher that is made before evolution starts, and the decisions that it values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeacherSettings {
    /// Hidden units of its net.
    pub hidden: usize,
    /// Games it learns from.
    pub games: u64,
    /// Decisions it values.
    pub decisions: usize,
    /// How many terms it suggests to one tree of each child before the child's lessons, as far as some would help. Weak
    /// terms make room for them where `program.trees.nodes` says so.
    #[serde(default)]
    pub suggestions: usize,
    /// Whether every second decision is about boards after the other player's reply: which of them, all after the same
    /// roll, are good for the other player. Programs that look two plies ahead must know that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replies: bool,
    /// Its own seed, so that runs with different seeds can share a teacher.
    #[serde(default = "first")]
    pub seed: u64,
}

fn first() -> u64 {
    1
}

impl TeacherSettings {
    /// How it is made.
    pub fn training(&self) -> Training {
        Training { hidden: self.hidden, games: self.games, seed: self.seed }
    }
}

impl Lessons for TeacherSettings {
    fn settings(&self) -> toml::Table {
        toml::Table::try_from(self).expect("settings are tables of plain values")
    }

    fn words(&self) -> Vec<(&'static str, String)> {
        let TeacherSettings { hidden, games, decisions, suggestions, replies, .. } = self;
        let net = format!(
            "a net of {hidden} hidden units that learned from {games} games; it valued {decisions} decisions"
        );
        let mut words = vec![("teacher", net)];
        if *replies {
            words.push((
                "decisions",
                "every second one is about boards after the other player's reply".to_owned(),
            ));
        }
        if *suggestions > 0 {
            words.push(("suggestions", format!("{suggestions} terms for a tree of each child")));
        }
        words
    }

    fn preparation(&self) -> String {
        format!("first a teacher learns from {} games; generations go faster than that", self.games)
    }

    fn check(&self, program: &ProgramSettings) -> Result<(), RangeError> {
        let TeacherSettings { hidden, games, decisions, suggestions, .. } = *self;
        check((1..=256).contains(&hidden), "teacher.hidden", hidden, "1 to 256")?;
        check((1..=10_000_000).contains(&games), "teacher.games", games, "1 to 10000000")?;
        check((1000..=1_000_000).contains(&decisions), "teacher.decisions", decisions, "1000 to 1000000")?;
        check(suggestions <= 20, "teacher.suggestions", suggestions, "0 to 20")?;
        let allowed = "only with program.stages 0, program.stage_by_turn true and no program.selector";
        let fits = program.stages == 0 && program.stage_by_turn && !program.selector;
        check(fits, "teacher", "given", allowed)
    }

    fn school(&self, architecture: Arc<Architecture>, program: &ProgramSettings) -> Box<dyn board::School> {
        let nodes = program.trees.nodes.unwrap_or(usize::MAX);
        Box::new(TaughtPrograms { settings: *self, architecture, nodes, school: OnceLock::new() })
    }
}

/// Programs and who teaches them.
struct TaughtPrograms {
    settings: TeacherSettings,
    architecture: Arc<Architecture>,
    /// The nodes that a program may have.
    nodes: usize,
    school: OnceLock<School<Boards>>,
}

impl TaughtPrograms {
    fn school(&self) -> &School<Boards> {
        self.school.get().expect("a run is set up before anybody is examined or taught")
    }
}

impl board::School for TaughtPrograms {
    fn set_up(&self, kept: Option<&str>) -> Result<Option<String>, Failed> {
        if self.school.get().is_some() {
            return Ok(None);
        }
        let training = self.settings.training();
        let teacher = match kept {
            Some(text) => Teacher::parse(text, training).map_err(Failed)?,
            None => Teacher::train(training),
        };
        self.school.get_or_init(|| {
            school::open(&teacher, training.seed, self.settings.decisions, self.settings.replies)
        });
        Ok(kept.is_none().then(|| teacher.print()))
    }

    fn questions(&self) -> usize {
        self.settings.decisions
    }

    fn ask(&self, program: &Individual, question: usize) -> Mark {
        let regret = self.school().regret(program, &self.architecture, question);
        Mark { worth: 1.0 - regret, hardness: regret }
    }

    fn mark(&self, program: &Individual, count: usize, rng: &mut Stream) -> f64 {
        self.school().mark(program, &self.architecture, count, rng)
    }

    fn teach(&self, program: &Individual, lessons: usize, rng: &mut Stream) -> Individual {
        let suggestions = self.settings.suggestions;
        let curriculum = Curriculum { lessons, suggestions, nodes: self.nodes };
        self.school().teach(program, &self.architecture, curriculum, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Backgammon;
    use board::{Judged, Layout, School as _};
    use ludevo_random::{Purpose, stream};

    fn programs() -> TaughtPrograms {
        let settings = TeacherSettings {
            hidden: 3,
            games: 40,
            decisions: 1000,
            suggestions: 0,
            replies: false,
            seed: 1,
        };
        let language = &Backgammon.languages()[1];
        let architecture = Arc::new(Layout::PLAIN.architecture(Backgammon.judges(), language, 40));
        TaughtPrograms { settings, architecture, nodes: 80, school: OnceLock::new() }
    }

    fn mark(programs: &TaughtPrograms) -> f64 {
        let text = "tree contact\nBlots\ntree race\nOff\n";
        let program = programs.architecture.parse(text, 1).unwrap();
        programs.mark(&program, 1000, &mut stream(1, Purpose::Fitness, 0, 0))
    }

    /// A teacher trained again would value decisions as the first one did, whatever text was kept: so a text is kept that
    /// wants the opposite.
    #[test]
    fn a_teacher_that_was_kept_is_not_trained_again() {
        let (first, again, opposite) = (programs(), programs(), programs());
        let kept = first.set_up(None).unwrap().expect("what was learned is to be kept");
        assert_eq!(first.set_up(None).unwrap(), None, "it is set up once");
        assert_eq!(again.set_up(Some(&kept)).unwrap(), None, "nothing new is to be kept");
        assert_eq!(mark(&again), mark(&first));

        let negated = |line: &str| {
            let numbers = line.split(' ').map(|number| (-number.parse::<f32>().unwrap()).to_string());
            numbers.collect::<Vec<_>>().join(" ")
        };
        let lines: Vec<&str> = kept.lines().collect();
        let [inputs @ .., second, second_bias] = &lines[..] else { panic!("the text of a net") };
        let text = [&inputs.join("\n")[..], &negated(second), &negated(second_bias)].join("\n");
        opposite.set_up(Some(&text)).unwrap();
        assert_ne!(mark(&opposite), mark(&first));

        assert!(programs().set_up(Some("what is this?")).is_err());
    }
}
