//! Problems that ship as texts, in sets.

use super::ProblemSet;

/// A set by its name, what it is, whether experiments train on it, and its text: a problem a line, comments after `#`.
pub struct Listed {
    /// The name.
    pub name: &'static str,
    /// What its problems are.
    pub meaning: &'static str,
    /// Whether experiments may train on them.
    pub is_for_training: bool,
    /// The lines.
    pub text: &'static str,
}

/// Problems numbered from 1 through all sets.
pub struct Book<T> {
    entries: Vec<T>,
    sets: Vec<ProblemSet>,
}

impl<T> Book<T> {
    /// Reads what ships.
    pub fn new(listed: &[Listed], read: impl Fn(&'static str) -> T) -> Self {
        let mut book = Book { entries: Vec::new(), sets: Vec::new() };
        for Listed { name, meaning, is_for_training, text } in listed {
            let before = book.count();
            book.entries.extend(text.lines().filter(|line| !line.starts_with('#')).map(&read));
            let numbers = (before + 1..=book.count()).collect();
            book.sets.push(ProblemSet { name, meaning, is_for_training: *is_for_training, numbers });
        }
        book
    }

    /// The sets.
    pub fn sets(&self) -> &[ProblemSet] {
        &self.sets
    }

    /// How many problems there are.
    pub fn count(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The problem of a number.
    pub fn numbered(&self, number: u32) -> Result<&T, String> {
        let entry = (number as usize).checked_sub(1).and_then(|place| self.entries.get(place));
        let count = self.count();
        entry.ok_or_else(|| format!("there is no problem {number}: problems have numbers from 1 to {count}"))
    }
}
