//! Lines that were planned are kept: a track is read and worked out for every run, table and race, and planning its lines takes
//! longer than all of these.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Known, Lines};
use crate::track::{Layout, Track};

/// So many tracks are kept, those that came last.
const TRACKS: usize = 64;

/// The tracks by what they are made of, and the lines through each.
static KEPT: Mutex<VecDeque<(Key, Planned)>> = Mutex::new(VecDeque::new());

/// All that the geometry of a track follows from: the functions it is worked out with, and its layout without the name.
type Key = (&'static str, Layout);

/// The lines of a track, each planned when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planned(Arc<[OnceLock<Lines>; 2]>);

impl Planned {
    /// Those of this layout, worked out with these functions.
    pub(crate) fn of(functions: &'static str, layout: &Layout) -> Self {
        let key = (functions, Layout { name: String::new(), ..layout.clone() });
        // Whoever failed while holding it left it whole.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, planned)) = kept.iter().find(|(other, _)| *other == key) {
            return planned.clone();
        }
        let planned = Planned::default();
        kept.push_back((key, planned.clone()));
        if kept.len() > TRACKS {
            kept.pop_front();
        }
        planned
    }

    /// The lines for somebody who knows so much.
    pub(crate) fn lines(&self, track: &Track, known: Known) -> &Lines {
        self.0[known as usize].get_or_init(|| Lines::planned(track, known))
    }
}
