//! A problem that a person tries to solve, with a solver to ask for the next play.

use ludevo_arena::{Ending, Names, Record};
use ludevo_search::puzzle::Limits;

use super::Searched;
use crate::game::{Choice, Table};
use crate::saved::{body, headed, record_of};
use crate::scene::Scene;
use crate::why::{Comparison, Considered};

/// The line between the problem and the plays of a saved game.
const PLAYS: &str = "moves";

/// A game under way.
pub(super) struct PuzzleTable<P: Searched> {
    puzzle: P,
    /// How the solver works; it is made when it is asked, since its memory is large.
    method: P::Method,
    limits: Limits,
    problem: P::Problem,
    position: P::Position,
    plays: Vec<P::Play>,
    /// What the solver would play from here on; nothing before it was asked.
    plan: Option<Vec<P::Play>>,
}

impl<P: Searched> PuzzleTable<P> {
    pub(super) fn new(puzzle: P, problem: P::Problem, method: P::Method, limits: Limits) -> Self {
        let position = puzzle.begin(&problem);
        PuzzleTable { puzzle, method, limits, problem, position, plays: Vec::new(), plan: None }
    }

    /// A table with another problem, and the same solver to ask.
    fn of(&self, problem: &str) -> Result<Self, String> {
        let problem = self.puzzle.read(problem)?;
        Ok(PuzzleTable::new(self.puzzle.clone(), problem, self.method.clone(), self.limits))
    }

    fn find(&self, text: &str) -> Result<P::Play, String> {
        let plays = self.puzzle.plays(&self.position);
        let typed = text.trim();
        let found = plays.iter().find(|play| self.puzzle.play_text(**play).eq_ignore_ascii_case(typed));
        found.copied().ok_or_else(|| format!("`{text}` is no legal move here; {}", self.puzzle.how_to_play()))
    }

    fn make(&mut self, play: P::Play) {
        self.puzzle.play(&mut self.position, play);
        self.plays.push(play);
        // A play that the solver wanted leaves the rest of its plan as it was.
        let plan = self.plan.take().filter(|_| self.puzzle.answer(&self.position).is_none());
        self.plan = plan.and_then(|plan| {
            let wanted = plan.first().is_some_and(|wanted| self.puzzle.is_wanted(*wanted, play));
            wanted.then(|| plan[1..].to_vec())
        });
    }

    fn again(&mut self) {
        self.plan = None;
        self.position = self.puzzle.begin(&self.problem);
        for play in &self.plays {
            self.puzzle.play(&mut self.position, *play);
        }
    }
}

impl<P: Searched> Table for PuzzleTable<P> {
    fn picture(&self) -> String {
        self.puzzle.picture(&self.position)
    }

    fn scene(&self) -> Scene {
        self.puzzle.scene(&self.position, self.plays.last().copied())
    }

    fn path(&self, text: &str) -> Result<Vec<String>, String> {
        Ok(self.puzzle.path(&self.position, self.find(text)?))
    }

    fn moves(&self) -> Vec<String> {
        if self.puzzle.is_solved(&self.position) {
            return Vec::new();
        }
        self.puzzle.plays(&self.position).into_iter().map(|play| self.puzzle.play_text(play)).collect()
    }

    fn first_to_move(&self) -> bool {
        true
    }

    fn outcome(&self) -> Option<f64> {
        if self.puzzle.is_solved(&self.position) {
            return Some(1.0);
        }
        self.puzzle.plays(&self.position).is_empty().then_some(0.0)
    }

    fn result(&self) -> String {
        if self.puzzle.is_solved(&self.position) {
            self.puzzle.result(&self.plays)
        } else {
            "no move is left".to_owned()
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let play = self.find(text)?;
        self.make(play);
        self.puzzle.failure().map_or(Ok(()), Err)
    }

    fn answered(&self) -> Option<String> {
        self.puzzle.answer(&self.position)
    }

    fn undo(&mut self) -> bool {
        if self.plays.pop().is_none() {
            return false;
        }
        self.again();
        true
    }

    fn reply(&mut self) -> Result<String, String> {
        let hint = self.hint();
        if let Some(failure) = self.puzzle.failure() {
            return Err(failure);
        }
        let text = hint.ok_or("this solver found no solution from here")?;
        let play = self.find(&text)?;
        self.make(play);
        Ok(text)
    }

    fn hint(&mut self) -> Option<String> {
        if self.plan.is_none() {
            let mut solver = self.puzzle.solver(&self.method, self.limits);
            let outcome = self.puzzle.solve(&mut solver, &self.puzzle.rest(&self.position));
            self.plan = Some(self.puzzle.plays_of(outcome.solution()?));
        }
        let wanted = *self.plan.as_ref()?.first()?;
        let plays = self.puzzle.plays(&self.position);
        let found = plays.into_iter().find(|play| self.puzzle.is_wanted(wanted, *play));
        found.map(|play| self.puzzle.play_text(play))
    }

    fn moves_left(&mut self) -> Option<usize> {
        self.hint()?;
        self.plan.as_ref().map(Vec::len)
    }

    fn values(&mut self) -> Option<Vec<(String, f64)>> {
        None
    }

    fn values_at(&mut self, _ply: usize) -> Option<Vec<(String, f64)>> {
        None
    }

    fn last_move(&self) -> Option<String> {
        self.plays.last().map(|play| self.puzzle.play_text(*play))
    }

    fn transcript(&self) -> String {
        self.puzzle.transcript(&self.plays)
    }

    fn set_up(&mut self, text: &str) -> Result<(), String> {
        if let Some(record) = record_of(text, 1) {
            return self.take_up(&record?);
        }
        let text = body(text);
        let lines: Vec<&str> = text.lines().collect();
        let end = lines.iter().position(|line| line.trim() == PLAYS).unwrap_or(lines.len());
        let mut read = self.of(lines[..end].join("\n").trim_matches('\n'))?;
        for (number, line) in
            lines.iter().enumerate().skip(end + 1).filter(|(_, line)| !line.trim().is_empty())
        {
            read.play(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        }
        *self = read;
        Ok(())
    }

    fn take_up(&mut self, record: &Record) -> Result<(), String> {
        let start = record.start.as_deref().ok_or("the record does not say which problem it is")?;
        let mut read = self.of(start)?;
        for (index, text) in record.moves.iter().enumerate() {
            read.play(text).map_err(|error| format!("move {}: {error}", index + 1))?;
        }
        *self = read;
        Ok(())
    }

    fn notations(&self) -> String {
        self.puzzle.text(&self.puzzle.rest(&self.position))
    }

    fn document(&self, names: &Names) -> String {
        let plays = self.plays.iter().map(|play| self.puzzle.play_text(*play) + "\n");
        let problem = self.puzzle.text(&self.problem);
        headed(names, &format!("{}\n{PLAYS}\n{}", problem.trim_end(), plays.collect::<String>()))
    }

    fn record(&self, names: &Names) -> Record {
        let Names { game, first, second } = names.clone();
        Record {
            game,
            start: Some(self.puzzle.text(&self.problem)),
            first,
            second,
            opening: 0,
            moves: self.plays.iter().map(|play| self.puzzle.play_text(*play)).collect(),
            outcome: self.outcome().map(|points| if points == 1.0 { Ending::First } else { Ending::Second }),
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |(ply, play): (usize, &P::Play)| Choice {
            ply,
            text: self.puzzle.play_text(*play),
            by_first: true,
        };
        self.plays.iter().enumerate().map(choice).collect()
    }

    fn compare(&mut self, ply: usize, text: &str) -> Option<Comparison> {
        let mut position = self.puzzle.begin(&self.problem);
        self.plays.get(..ply)?.iter().for_each(|play| self.puzzle.play(&mut position, *play));
        let considered = |play: &P::Play| {
            let mut after = position.clone();
            self.puzzle.play(&mut after, *play);
            let judged = self.puzzle.appraise(&self.method, &after)?;
            let text = self.puzzle.play_text(*play);
            let scene = self.puzzle.scene(&after, Some(*play));
            Some(Considered {
                line: vec![text.clone()],
                text,
                value: judged.value,
                scene,
                judged: Some(judged),
            })
        };
        let plays = self.puzzle.plays(&position);
        let (chosen, others): (Vec<P::Play>, Vec<P::Play>) = plays
            .into_iter()
            .partition(|play| self.puzzle.play_text(*play).eq_ignore_ascii_case(text.trim()));
        let wanted = *chosen.first()?;
        let chosen = considered(&wanted)?;
        // What makes no difference is no other play.
        let others = others.iter().filter(|play| !self.puzzle.is_wanted(wanted, **play));
        let other = others.filter_map(considered).max_by(|one, two| one.value.total_cmp(&two.value));
        Some(Comparison::new(chosen, other))
    }
}
