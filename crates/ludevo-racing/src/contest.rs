//! Races as evolution sees them: examinations on tracks, and games of two who each drive alone.

use std::sync::Arc;

use ludevo_evolve::rivals::QuestionSets;
use ludevo_evolve::{Contest, Exam, Failed, For, Mark, Rivals};
use ludevo_game::player_name::PlayerError;
use ludevo_program::{Architecture, Individual};
use ludevo_random::Stream;
use rand::RngExt;

use crate::drivers::Class;
use crate::entries::from_the_back;
use crate::evolved::{Evolved, Program};
use crate::lap::{self, Limits, Outcome};
use crate::maths::Portable;
use crate::players::{self, Contestant};
use crate::rivals::SeededTracks;
use crate::sensors::Sensors;
use crate::settings::{RaceSettings, Worth};
use crate::track::{Layout, Track, find};

/// Races with everything that is fixed for a run.
pub(crate) struct RacingContest {
    architecture: Arc<Architecture>,
    sensors: Sensors,
    race: RaceSettings,
    tracks: Vec<Track>,
    measured: Vec<Track>,
    /// Those who start before the one that is judged.
    behind: Vec<Contestant>,
}

/// The tracks of these names, or which of them there is not.
fn tracks(names: &[String]) -> Result<Vec<Layout>, String> {
    names.iter().map(|name| find(name, None).map_err(|error| error.to_string())).collect()
}

fn named(name: &str) -> Result<Contestant, String> {
    let name = name.parse().map_err(|error: PlayerError| error.to_string())?;
    players::find(&name).map_err(|error| error.to_string())
}

/// The speed, in feet a second, to which a race's time is compared.
const PACE: f64 = 100.0;

/// Nobody is so fast, in feet a second: what a distance is measured against.
const UTMOST: f64 = 250.0;

impl RacingContest {
    /// The contest of an experiment, and its tracks of fitness in words; the error says which track there is not.
    pub(crate) fn new(
        architecture: Arc<Architecture>,
        sensors: Sensors,
        race: RaceSettings,
    ) -> Result<(Self, String), String> {
        let bred_on = tracks(&race.tracks)?;
        let made = |layouts: &[Layout]| layouts.iter().map(Track::new::<Portable>).collect::<Vec<_>>();
        let measured = made(&tracks(&race.measured)?);
        let words: Vec<String> =
            bred_on.iter().map(|layout| format!("{} {:08x}", layout.name, layout.fingerprint())).collect();
        let behind = race.behind.iter().map(|name| named(name)).collect::<Result<_, _>>()?;
        let contest = RacingContest { architecture, sensors, race, tracks: made(&bred_on), measured, behind };
        Ok((contest, words.join(", ")))
    }

    /// Laps of a race.
    pub(crate) fn laps(&self) -> u16 {
        self.race.laps
    }

    /// What a race of this outcome is worth, from 0 to 1.
    pub(crate) fn worth(&self, track: &Track, outcome: &Outcome) -> f64 {
        match self.race.worth {
            Worth::Distance => outcome.feet / (self.race.seconds * UTMOST),
            Worth::Time => {
                let whole = f64::from(self.race.laps) * track.length;
                let damaged = self.race.damage * outcome.damage as f64 / 1000.0;
                match outcome.time {
                    None => 0.5 * (outcome.feet / (whole + track.length)).min(1.0),
                    Some(time) => 0.5 + 0.5 * whole / PACE / (whole / PACE + time + damaged),
                }
            }
        }
    }

    /// What a race from the back of the grid is worth: half of it for the others that were beaten, a quarter for the time
    /// and a quarter for the victory.
    fn worth_among_others(&self, entrant: &Entrant, track: &Track, seed: u32) -> f64 {
        let own = match entrant {
            Entrant::Evolved(program) => Contestant::evolved("", Class::Planning, Arc::clone(program)),
            Entrant::Named(contestant) => contestant.clone(),
        };
        let mut field = self.behind.clone();
        field.push(own);
        let laps = i64::from(self.race.laps);
        let (placings, feet) = from_the_back(track, &field, laps, seed);
        let at = placings.iter().position(|placing| placing.car == self.behind.len()).unwrap_or_default();
        let placing = &placings[at];
        let outcome = Outcome { time: placing.time, feet, damage: placing.damage, ..Outcome::default() };
        let beaten = (placings.len() - 1 - at) as f64 / self.behind.len() as f64;
        let beaten = if placing.time.is_some() { beaten } else { 0.0 };
        0.5 * beaten + 0.25 * self.worth(track, &outcome) + if beaten == 1.0 { 0.25 } else { 0.0 }
    }

    fn limits(&self, track: &Track) -> Limits {
        match self.race.worth {
            Worth::Distance => Limits { laps: None, seconds: self.race.seconds },
            Worth::Time => Limits::laps(i64::from(self.race.laps), track),
        }
    }

    /// Lets somebody drive alone.
    pub(crate) fn drive(&self, entrant: &Entrant, track: &Track, limits: Limits, seed: u32) -> Outcome {
        match entrant {
            // Drivers that are bred are what time is spent on: they are known here, not asked for.
            Entrant::Evolved(program) => {
                lap::drive(track, &mut Evolved::new(Arc::clone(program)), limits, true, seed, |_, _| {})
            }
            Entrant::Named(contestant) => {
                lap::drive(track, &mut *contestant.on(track), limits, true, seed, |_, _| {})
            }
        }
    }
}

/// Someone ready to drive.
pub(crate) enum Entrant {
    /// An individual of the population.
    Evolved(Arc<Program>),
    /// A named driver.
    Named(Contestant),
}

/// The share of the first of two who drove alone: of both times where both finished, of both distances where nobody did.
/// Where one finished, the other gets half of its share of the distances.
pub(crate) fn share(one: &Outcome, two: &Outcome) -> f64 {
    let part = |one: f64, two: f64| if one + two > 0.0 { one / (one + two) } else { 0.5 };
    match (one.time, two.time) {
        (Some(first), Some(second)) => part(second, first),
        (Some(_), None) => 1.0 - 0.5 * part(two.feet, one.feet),
        (None, Some(_)) => 0.5 * part(one.feet, two.feet),
        (None, None) => part(one.feet, two.feet),
    }
}

impl Contest for RacingContest {
    type Genome = Individual;
    type Entrant = Entrant;

    fn prepare(&self, genome: &Individual, _purpose: For) -> Entrant {
        Entrant::Evolved(Arc::new(Program::new(genome, &self.architecture, self.sensors)))
    }

    fn opponent(&self, name: &str) -> Result<Entrant, String> {
        named(name).map(Entrant::Named)
    }

    /// Both drive alone on one of the tracks of measurements, with the same disturbances.
    fn play(&self, [first, second]: [&Entrant; 2], _purpose: For, rng: &mut Stream) -> Result<f64, Failed> {
        let track = &self.measured[rng.random_range(0..self.measured.len())];
        let seed = rng.random();
        if !self.behind.is_empty() {
            let [one, two] = [first, second].map(|entrant| self.worth_among_others(entrant, track, seed));
            return Ok(if one + two > 0.0 { one / (one + two) } else { 0.5 });
        }
        let limits = Limits::laps(i64::from(self.race.laps), track);
        let [one, two] = [first, second].map(|entrant| self.drive(entrant, track, limits, seed));
        Ok(share(&one, &two))
    }

    fn problems(&self) -> Option<Box<dyn Exam<Entrant> + '_>> {
        Some(Box::new(self))
    }

    fn rivals(&self, problems: usize) -> Option<Box<dyn Rivals<Entrant> + '_>> {
        Some(match self.race.seeds {
            0 => Box::new(QuestionSets::new(self, problems)),
            seeds => Box::new(QuestionSets::new(SeededTracks::new(self, seeds), problems)),
        })
    }
}

/// A race alone on each of the tracks of fitness.
impl Exam<Entrant> for RacingContest {
    fn questions(&self) -> usize {
        self.tracks.len()
    }

    fn ask(&self, entrant: &Entrant, question: usize, rng: &mut Stream) -> Mark {
        let track = &self.tracks[question];
        let seed = rng.random();
        let worth = if self.behind.is_empty() {
            self.worth(track, &self.drive(entrant, track, self.limits(track), seed))
        } else {
            self.worth_among_others(entrant, track, seed)
        };
        Mark { worth, hardness: 1.0 - worth }
    }
}
