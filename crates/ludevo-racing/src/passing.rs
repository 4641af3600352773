//! A way past the cars ahead: how far beside its line a car must go, and how long until it has to be there.

use crate::car::{LENGTH, WIDTH};
use crate::line::Known;
use crate::sight::Sight;

/// Seconds after which nobody is in the way.
pub(crate) const LATE: f64 = 10.0;
/// A car is passed with so many feet between both.
const BESIDE: f64 = 6.0;
/// Seconds before another car is reached at which one begins to move aside, and at which one must be there.
const FROM: f64 = 3.0;
const UNTIL: f64 = 1.2;
/// How near to the walls one goes to get past.
const MARGIN: f64 = 4.0;

/// How far to the left of its line a car must go to get past the one that it reaches first, and seconds until it is there.
pub(crate) fn past(sight: &Sight<'_>, known: Known) -> (f64, f64) {
    let seen = sight.seen();
    let own = (seen.to_right - seen.to_left) / 2.0;
    let reach = sight.width() / 2.0 - MARGIN;
    let (mut aside, mut soonest) = (0.0, LATE);
    let (others, count) = sight.nearby();
    for other in &others[..count] {
        let gap = other.ahead - LENGTH;
        let closing = -other.ahead_speed;
        let seconds = if gap <= 0.0 { 0.0 } else { gap / closing.max(1.0) };
        if seconds >= soonest {
            continue;
        }
        let theirs = (other.to_right - other.to_left) / 2.0;
        let line = sight.line(known, other.ahead.max(0.0)).left;
        let apart = WIDTH + BESIDE;
        if (line - theirs).abs() >= apart && (own - theirs).abs() >= apart {
            continue;
        }
        soonest = seconds;
        // On the side that is nearer to where the car is and where it wants to be, if there is room.
        let is_left = f64::midpoint(own, line) > theirs;
        let side = |is_left: bool| if is_left { theirs + apart } else { theirs - apart };
        let wanted = if side(is_left).abs() <= reach { side(is_left) } else { side(!is_left) };
        let is_clear = if wanted > theirs { line >= wanted } else { line <= wanted };
        let shift = if is_clear { 0.0 } else { wanted.clamp(-reach, reach) - line };
        aside = shift * ((FROM - seconds) / (FROM - UNTIL)).clamp(0.0, 1.0);
    }
    (aside, soonest)
}
