//! Tracks that are bred against drivers: questions by seed, each of which makes a track.

use ludevo_evolve::{Exam, Mark};
use ludevo_random::Stream;
use rand::RngExt;

use crate::contest::{Entrant, RacingContest, share};
use crate::drivers::Written;
use crate::lap::{self, Limits};
use crate::maths::Portable;
use crate::track::{Track, generated};

/// The seed of the first track that is bred: none of those that ship is among them.
const FIRST: u64 = 1_000_000;

/// A track is as hard as drivers are slow there beside this one: so tracks separate them, and the long ones are no harder.
const BESIDE: &str = "bends";

/// Tracks by seed.
pub(crate) struct SeededTracks<'a> {
    contest: &'a RacingContest,
    count: u32,
    beside: &'static Written,
}

impl<'a> SeededTracks<'a> {
    /// So many tracks.
    pub(crate) fn new(contest: &'a RacingContest, count: u32) -> Self {
        SeededTracks { contest, count, beside: Written::named(BESIDE).expect("it comes with the game") }
    }
}

impl Exam<Entrant> for SeededTracks<'_> {
    fn questions(&self) -> usize {
        self.count as usize
    }

    fn ask(&self, entrant: &Entrant, question: usize, rng: &mut Stream) -> Mark {
        let track = Track::new::<Portable>(&generated(FIRST + question as u64));
        let limits = Limits::laps(i64::from(self.contest.laps()), &track);
        let seed = rng.random();
        let own = self.contest.drive(entrant, &track, limits, seed);
        let other = lap::drive(&track, &mut *self.beside.on(&track), limits, true, seed, |_, _| {});
        Mark { worth: self.contest.worth(&track, &own), hardness: share(&other, &own) }
    }
}
