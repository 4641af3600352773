//! Whoever has the run's folder: publishes units, joins what comes of them, and lets nobody lie.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use ludevo_evolve::{
    Due, GenerationReport, Interrupt, IslandSettings, Measurement, Outcome, Refused, Schedule, State, Waiting,
};
use ludevo_game::game::{Evolution, Finish, GameError, MeasureAll};
use ludevo_game::registry;
use ludevo_runs::Runner;

use crate::desk::{Desk, News, Open, Serving, WORKERS, failed};
use crate::message::{Announcement, Answer, Task, encode, hex, plain};
use crate::queue::Delivered;
use crate::work::compute;
use crate::{BUILD, VERSION};

/// A run whose units others do.
pub struct Served {
    inner: Box<dyn Evolution>,
    desk: RefCell<Desk>,
    schedule: Schedule<String>,
    generations: u64,
    seed: u64,
    announcement: Announcement,
    is_announced: std::cell::Cell<bool>,
    interrupt: Interrupt,
}

/// What was said about a unit and can be believed.
struct Believed {
    unit: String,
    answer: Answer,
}

impl Served {
    /// A run that is done by whoever comes.
    pub fn hand_over(runner: Runner, serving: Serving) -> Runner {
        let (loaded, provenance) = (runner.loaded(), runner.provenance());
        let (seed, generations) = (provenance.seed, loaded.experiment.evolution.generations);
        let folder = runner.folder().path();
        let place = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let files = registry::files(&loaded.experiment.game);
        let mut announcement = Announcement {
            run: String::new(),
            version: VERSION.to_owned(),
            build: BUILD.to_owned(),
            game: loaded.experiment.game.clone(),
            files: files.iter().map(|(name, bytes)| ((*name).to_owned(), hex(bytes))).collect(),
            experiment: loaded.name.clone(),
            sets: loaded.sets.clone(),
            resolved: loaded.resolved.clone(),
            seed,
            prepared: None,
            guide: runner.fitted().map(str::to_owned),
        };
        // What goes on is found again under the same name; what is another run in any way has another.
        let identity = format!("{announcement:?} {}", place.display());
        let name = plain(&place.file_name().unwrap_or_default().to_string_lossy());
        let name = format!("{name}-{}", &blake3::hash(identity.as_bytes()).to_hex()[..8]);
        announcement.run.clone_from(&name);
        let file = runner.folder().file(WORKERS);
        let kept: News =
            std::fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let news =
            News { run: name.clone(), left_out: kept.left_out, unchecked: kept.unchecked, ..News::default() };
        runner.done_by(|inner| {
            let desk = Desk {
                serving,
                run: name,
                file,
                open: BTreeMap::new(),
                taken: BTreeSet::new(),
                proven: BTreeSet::new(),
                news,
                tended: None,
                reached: Instant::now(),
                is_cut_off: false,
                stride: 1,
                alone: None,
            };
            let schedule = schedule_of(&*inner, generations, seed);
            Box::new(Served {
                inner,
                desk: RefCell::new(desk),
                schedule,
                generations,
                seed,
                announcement,
                is_announced: false.into(),
                interrupt: Interrupt::default(),
            })
        })
    }

    fn announce(&self) -> Result<(), GameError> {
        if self.is_announced.get() {
            return Ok(());
        }
        let text = encode(&self.announcement).map_err(failed)?;
        let mut desk = self.desk.borrow_mut();
        desk.insist(|queue, run| queue.announce(run, &text))?;
        self.is_announced.set(true);
        Ok(())
    }

    /// Takes what can be believed of a unit; what cannot be is asked for again.
    fn accept(&mut self, Believed { unit, answer }: Believed, worker: &str) -> Result<(), GameError> {
        let desk = self.desk.get_mut();
        let Some(open) = desk.open.remove(&unit) else { return Ok(()) };
        let Task::Unit { island, ref state, .. } = open.task else { return Ok(()) };
        let generation = state.generation;
        let Answer::Outcome(outcome) = answer else { return Ok(()) };
        match self.schedule.accept(island, generation, *outcome) {
            Ok(()) => {
                desk.taken.insert(unit);
                desk.news.done += 1;
                Ok(())
            }
            Err(Refused::NotAsked) => Ok(()),
            Err(Refused::Wrong(problem)) => {
                Err(failed(format!("what {worker} said of unit {unit} was taken by mistake: {problem}")))
            }
        }
    }

    /// What is wrong with an answer, as far as that shows without doing the unit.
    fn fault(&self, task: &Task, answer: &Answer) -> Option<String> {
        match (task, answer) {
            (Task::Unit { island, state, .. }, Answer::Outcome(outcome)) => {
                let checked = self.schedule.check(*island, state.generation, outcome);
                match checked {
                    Err(Refused::Wrong(problem)) => Some(problem),
                    Err(Refused::NotAsked) => None,
                    Ok(()) => self.inner.check_unit(outcome).err().map(|error| error.to_string()),
                }
            }
            (Task::Measure(_), Answer::Score(score)) if score.is_finite() => None,
            (_, Answer::Failed(_)) => None,
            _ => Some("it answers another question".to_owned()),
        }
    }

    /// Does a unit itself, as whoever decides between two.
    fn own(&mut self, body: &[u8]) -> Result<Answer, GameError> {
        let state = self.inner.save();
        let answer = compute(body, &mut *self.inner);
        self.inner.restore(state)?;
        Ok(answer)
    }

    /// Considers what somebody said.
    fn consider(&mut self, delivered: Delivered) -> Result<(), GameError> {
        let Some((unit, worker, answer, seconds)) = self.desk.get_mut().read(delivered)? else {
            return Ok(());
        };
        let desk = self.desk.borrow();
        let Some(open) = desk.open.get(&unit) else { return Ok(()) };
        let (body, first) = (open.body.clone(), open.first.clone());
        let fault = self.fault(&open.task, &answer);
        drop(desk);
        if let Some(problem) = fault {
            return self.leave_out(&worker, &unit, &problem);
        }
        self.desk.get_mut().adapt(seconds, &answer);
        if let Answer::Failed(problem) = &answer {
            // It may be the unit or the machine: whoever serves finds out.
            self.desk.get_mut().say(format!("{worker} failed at unit {unit}: {problem}; done here"));
            return match self.own(&body)? {
                Answer::Failed(problem) => Err(failed(problem)),
                answer => self.accept(Believed { unit, answer }, "whoever serves"),
            };
        }
        match first {
            None if self.desk.get_mut().is_to_be_checked(&unit, &worker) => {
                self.desk.get_mut().ask_another(&unit, worker, answer)
            }
            None => {
                self.desk.get_mut().trust(&unit, &worker);
                self.accept(Believed { unit, answer }, &worker)
            }
            // A unit that was given out again came back to the one whom it checks.
            Some((one, _, _)) if one == worker => self.desk.get_mut().ask_once_more(&unit, &worker),
            Some((one, said, _)) => {
                if said == answer {
                    let desk = self.desk.get_mut();
                    desk.news.checked += 1;
                    desk.prove([&one, &worker]);
                    return self.accept(Believed { unit, answer }, &worker);
                }
                let truth = self.own(&body)?;
                for (name, said) in [(&one, &said), (&worker, &answer)] {
                    if *said != truth {
                        self.leave_out(
                            name,
                            &unit,
                            "another worker and whoever serves found something else",
                        )?;
                    } else {
                        self.desk.get_mut().prove([name]);
                    }
                }
                self.accept(Believed { unit, answer: truth }, "whoever serves")
            }
        }
    }

    /// Leaves a worker out. What it said before and nobody checked is done again, as far as it is not yet in the log.
    fn leave_out(&mut self, worker: &str, unit: &str, problem: &str) -> Result<(), GameError> {
        let joined = self.schedule.current();
        let desk = self.desk.get_mut();
        desk.say(format!("{worker} is left out, since what it said of unit {unit} is wrong: {problem}"));
        desk.news.left_out.insert(worker.to_owned(), format!("unit {unit}: {problem}"));
        desk.insist(|queue, run| queue.reject(run, unit, worker))?;
        let since = desk.news.unchecked.remove(worker);
        desk.write_news();
        if let Some(generation) = since.filter(|generation| *generation < joined) {
            return Err(failed(format!(
                "{worker} gave a wrong result for unit {unit}, and what it said of generation {generation} and later was \
                 taken before without a check: start the run anew without it, or with --check 1"
            )));
        }
        // Results of others are still there, and are read again.
        let taken: Vec<String> = std::mem::take(&mut desk.taken).into_iter().collect();
        let again: BTreeSet<String> = taken.into_iter().chain(desk.open.keys().cloned()).collect();
        desk.open.clear();
        for unit in again {
            for unit in [Desk::copy(&unit), unit] {
                desk.insist(|queue, run| {
                    queue.reject(run, &unit, worker)?;
                    queue.reread(run, &unit)
                })?;
            }
        }
        self.schedule = schedule_of(&*self.inner, self.generations, self.seed);
        self.schedule.set_stride(self.desk.get_mut().stride);
        Ok(())
    }

    /// Waits for results a while and considers them.
    fn listen(&mut self) -> Result<(), GameError> {
        let results = self.desk.get_mut().listen()?;
        for delivered in results {
            self.consider(delivered)?;
        }
        let unchecked = self.desk.get_mut().tend()?;
        for (unit, worker, answer) in unchecked {
            self.desk.get_mut().trust(&unit, &worker);
            self.accept(Believed { unit, answer }, &worker)?;
        }
        Ok(())
    }

    /// Measures by units; nothing once `go_on` says no.
    fn measure_all(
        &self,
        asked: Vec<Measurement<String>>,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Vec<f64>>, GameError> {
        let mut desk = self.desk.borrow_mut();
        let mut scores: Vec<Option<f64>> = vec![None; asked.len()];
        let mut units = BTreeMap::new();
        for (number, asked) in asked.iter().enumerate() {
            let island = asked.slot.map_or(9999, |slot| slot as usize % 9999);
            let unit = desk.offer(asked.generation, island, Task::Measure(asked.clone()))?;
            units.entry(unit).or_insert_with(Vec::new).push(number);
        }
        while scores.iter().any(Option::is_none) {
            let done: usize = asked
                .iter()
                .zip(&scores)
                .filter(|(_, score)| score.is_some())
                .map(|(asked, _)| asked.games)
                .sum();
            if !go_on(done) {
                return Ok(None);
            }
            let mut believed = Vec::new();
            for delivered in desk.listen()? {
                let Some((unit, worker, answer, _)) = desk.read(delivered)? else { continue };
                let Some(open) = desk.open.get(&unit) else { continue };
                let (task, first) = (open.task.clone(), open.first.clone());
                let Task::Measure(asked) = &task else { continue };
                let own = || self.inner.measurement(asked.clone()).map(Answer::Score);
                if let Some(problem) = self.fault(&task, &answer) {
                    desk.expel(&worker, &unit, &problem)?;
                    continue;
                }
                match (first, answer) {
                    (_, Answer::Failed(problem)) => {
                        desk.say(format!("{worker} failed at unit {unit}: {problem}; done here"));
                        believed.push((unit, own()?));
                    }
                    (None, answer) if desk.is_to_be_checked(&unit, &worker) => {
                        desk.ask_another(&unit, worker, answer)?;
                    }
                    (None, answer) => believed.push((unit, answer)),
                    (Some((one, _, _)), _) if one == worker => desk.ask_once_more(&unit, &worker)?,
                    (Some((one, said, _)), answer) => {
                        if said == answer {
                            desk.news.checked += 1;
                            desk.prove([&one, &worker]);
                            believed.push((unit, answer));
                            continue;
                        }
                        let truth = own()?;
                        for (name, said) in [(&one, &said), (&worker, &answer)] {
                            if *said != truth {
                                let problem = "another worker and whoever serves found something else";
                                desk.expel(name, &unit, problem)?;
                            }
                        }
                        believed.push((unit, truth));
                    }
                }
            }
            believed.extend(desk.tend()?.into_iter().map(|(unit, _, answer)| (unit, answer)));
            // A run that was stopped after its workers must end too. Units of islands may be open then, of whom nothing is
            // wanted any more.
            let measurement = |(unit, open): (&String, &Open)| match &open.task {
                Task::Measure(asked) => Some((unit.clone(), asked.clone())),
                Task::Unit { .. } => None,
            };
            if desk.is_alone()
                && let Some((unit, asked)) = desk.open.iter().find_map(measurement)
            {
                desk.say(format!("nobody is here: unit {unit} is done by whoever serves"));
                desk.insist(|queue, run| queue.withdraw(run, &unit))?;
                believed.push((unit, self.inner.measurement(asked).map(Answer::Score)?));
            }
            for (unit, answer) in believed {
                desk.open.remove(&unit);
                desk.news.done += 1;
                if let Answer::Score(score) = answer {
                    units.get(&unit).into_iter().flatten().for_each(|number| scores[*number] = Some(score));
                }
            }
        }
        Ok(scores.into_iter().collect())
    }
}

fn schedule_of(run: &dyn Evolution, generations: u64, seed: u64) -> Schedule<String> {
    let islands = run.islands().map(|settings| (settings, seed));
    Schedule::new(run.save(), generations, islands, Waiting::Neighbours)
}

impl Evolution for Served {
    fn prepare(&mut self, kept: Option<&str>) -> Result<Option<String>, GameError> {
        let made = self.inner.prepare(kept)?;
        self.announcement.prepared = made.clone().or_else(|| kept.map(str::to_owned));
        self.announce()?;
        Ok(made)
    }

    fn step(&mut self) -> Result<Vec<GenerationReport>, GameError> {
        self.announce()?;
        // Whoever asks for the next step has kept the one before.
        let current = self.schedule.current();
        self.desk.get_mut().forget(current)?;
        loop {
            if let Some(outcomes) = self.schedule.joined() {
                return self.inner.join(outcomes);
            }
            if self.schedule.is_over() {
                return Ok(Vec::new());
            }
            let desk = self.desk.get_mut();
            self.schedule.set_stride(desk.stride);
            for Due { island, state, until } in self.schedule.due() {
                desk.offer(state.generation, island, Task::Unit { island, until, state: Box::new(state) })?;
            }
            self.listen()?;
            self.interrupt.check()?;
        }
    }

    fn interrupt_by(&mut self, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
    }

    fn save(&self) -> State<String> {
        self.inner.save()
    }

    fn restore(&mut self, state: State<String>) -> Result<(), GameError> {
        self.inner.restore(state)?;
        self.desk.get_mut().open.clear();
        self.schedule = schedule_of(&*self.inner, self.generations, self.seed);
        Ok(())
    }

    fn fitted(&self) -> Option<&str> {
        self.inner.fitted()
    }

    fn islands(&self) -> Option<&IslandSettings> {
        self.inner.islands()
    }

    fn check_unit(&self, outcome: &Outcome<String>) -> Result<(), GameError> {
        self.inner.check_unit(outcome)
    }

    fn seconds_a_measured_game(&self) -> Option<f64> {
        self.inner.seconds_a_measured_game()
    }

    fn finish(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Option<Finish>, GameError> {
        self.announce()?;
        let (mut before, mut all) = (0, 0);
        let finish = self.inner.finish_by(&mut |asked| {
            let games: usize = asked.iter().map(|asked| asked.games).sum();
            all = all.max(before + games);
            let scores = self.measure_all(asked, &mut |done| go_on(before + done, all))?;
            before += games;
            Ok(scores)
        })?;
        if finish.is_some() && self.inner.save().end.is_some() {
            let mut desk = self.desk.borrow_mut();
            desk.insist(|queue, run| queue.end(run))?;
            desk.news.open = 0;
            desk.write_news();
        }
        Ok(finish)
    }

    fn finish_by(&self, measure: &mut MeasureAll<'_>) -> Result<Option<Finish>, GameError> {
        self.inner.finish_by(measure)
    }

    fn measurement(&self, asked: Measurement<String>) -> Result<f64, GameError> {
        self.inner.measurement(asked)
    }
}
