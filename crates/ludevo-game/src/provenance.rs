//! Where a run or a champion comes from, and the command that makes it again.

/// What fixes a run: the same version with the same of these gives the same bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The experiment's name.
    pub experiment: String,
    /// Settings of the command line.
    pub sets: Vec<String>,
    /// Files whose programs joined the first population.
    pub founders: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The version of Ludevo.
    pub version: String,
    /// How far it was when somebody stopped it, such as `after 21 of 30 generations`; nothing for a run that came to its end.
    pub stopped: Option<String>,
}

impl Provenance {
    /// The command that makes the run again.
    pub fn command(&self) -> String {
        format!("ludevo evolve {}{} --seed {}", quoted(&self.experiment), self.settings(), self.seed)
    }

    /// What a reader of that command must know, if the run was stopped: the whole run may choose another champion.
    pub fn caution(&self) -> Option<String> {
        let stopped = self.stopped.as_ref()?;
        Some(format!(
            "the run was stopped {stopped}: the whole run, or this one gone on with, may choose another champion"
        ))
    }

    /// The experiment with its settings and founders, in one line.
    pub fn title(&self) -> String {
        self.experiment.clone() + &self.settings()
    }

    fn settings(&self) -> String {
        let sets = self.sets.iter().map(|set| format!(" --set {}", quoted(set)));
        let founders = self.founders.iter().map(|founder| format!(" --from {}", quoted(founder)));
        sets.chain(founders).collect()
    }
}

/// An argument as a shell reads it.
pub fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}
