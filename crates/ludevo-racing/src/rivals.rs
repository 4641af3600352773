//! Tracks that are bred against drivers: sets of seeds, each of which makes a track.

use ludevo_evolve::rivals::children;
use ludevo_evolve::{Mark, ProblemSets, Rivals, Species, Standing};
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

/// Sets of tracks by seed.
pub(crate) struct BredTracks<'a> {
    contest: &'a RacingContest,
    sets: ProblemSets,
    beside: &'static Written,
}

impl<'a> BredTracks<'a> {
    /// Sets of so many of the first `known` tracks.
    pub(crate) fn new(contest: &'a RacingContest, known: u32, size: usize) -> Self {
        let beside = Written::named(BESIDE).expect("it comes with the game");
        BredTracks { contest, sets: ProblemSets { known, size }, beside }
    }

    fn drive(&self, entrant: &Entrant, number: u32, rng: &mut Stream) -> Mark {
        let track = Track::new::<Portable>(&generated(FIRST + u64::from(number)));
        let limits = Limits::laps(i64::from(self.contest.laps()), &track);
        let seed = rng.random();
        let own = self.contest.drive(entrant, &track, limits, seed);
        let other = lap::drive(&track, &mut *self.beside.on(&track), limits, true, seed, |_, _| {});
        Mark { worth: self.contest.worth(&track, &own), hardness: share(&other, &own) }
    }
}

impl Rivals<Entrant> for BredTracks<'_> {
    fn born(&self, rng: &mut Stream, index: usize) -> String {
        self.sets.print(&self.sets.random(rng, index))
    }

    fn bred(
        &self,
        rng: &mut Stream,
        texts: &[&str],
        standings: &[Standing],
        parents: &[usize],
    ) -> Vec<String> {
        children(&self.sets, rng, texts, standings, parents)
    }

    fn problems(&self) -> usize {
        self.sets.size
    }

    fn meet(&self, entrant: &Entrant, text: &str, rng: &mut Stream) -> Mark {
        let numbers = self.sets.parse(text, 1).expect("rivals read back as they were written");
        Mark::mean(numbers.iter().map(|number| self.drive(entrant, *number, rng)))
    }
}
