//! Between which numbers a value lies. Rounding never reverses an order, so ends computed in f64 bound values computed
//! in f64.

use crate::language::{Language, Read};
use crate::operation::{Op, total};

/// The largest magnitude up to which sums and products of whole numbers are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The numbers from `low` to `high`, both possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Whether only whole numbers small enough for exact arithmetic are possible.
    pub(crate) whole: bool,
}

impl Range {
    /// Every number.
    pub(crate) const ALL: Range = Range { low: -f64::MAX, high: f64::MAX, whole: false };

    pub(crate) fn new(low: f64, high: f64, whole: bool) -> Self {
        let whole = whole && low >= -EXACT && high <= EXACT;
        Range { low: total(low), high: total(high), whole }
    }

    /// One number alone.
    pub(crate) fn of(value: f64) -> Self {
        Range::new(value, value, value.fract() == 0.0)
    }

    /// The value, if only one is possible.
    pub(crate) fn single(self) -> Option<f64> {
        // Adding zero drops the sign of a negative zero.
        (self.low == self.high).then_some(self.low + 0.0)
    }

    pub(crate) fn plus(self, other: Range) -> Range {
        Range::new(self.low + other.low, self.high + other.high, self.whole && other.whole)
    }

    pub(crate) fn minus(self, other: Range) -> Range {
        Range::new(self.low - other.high, self.high - other.low, self.whole && other.whole)
    }

    pub(crate) fn times(self, other: Range) -> Range {
        let corners =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let low = corners.into_iter().fold(f64::INFINITY, f64::min);
        let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Range::new(low, high, self.whole && other.whole)
    }

    /// What lies in one of the two.
    pub(crate) fn join(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high), self.whole && other.whole)
    }

    /// What lies in both, or this one if nothing does (then the place is never reached).
    pub(crate) fn meet(self, other: Range) -> Range {
        let met = Range {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            whole: self.whole || other.whole,
        };
        if met.low <= met.high { met } else { self }
    }

    /// Whether every value here is lower than or equal to every value there (true), or none is (false).
    pub(crate) fn lower_equal(self, other: Range) -> Option<bool> {
        if self.high <= other.low {
            Some(true)
        } else if self.low > other.high {
            Some(false)
        } else {
            None
        }
    }

    /// Whether no value is zero (true), or every value is (false).
    pub(crate) fn is_nonzero(self) -> Option<bool> {
        if self.low > 0.0 || self.high < 0.0 {
            Some(true)
        } else if self.low == 0.0 && self.high == 0.0 {
            Some(false)
        } else {
            None
        }
    }

    /// The part that is not zero.
    pub(crate) fn without_zero(self) -> Range {
        let mut range = self;
        if range.low == 0.0 {
            range.low = self.above(0.0);
        }
        if range.high == 0.0 {
            range.high = self.below(0.0);
        }
        self.meet(range)
    }

    /// The part that is at most `bound`.
    pub(crate) fn at_most(self, bound: f64) -> Range {
        let bound = if self.whole { bound.floor() } else { bound };
        self.meet(Range { low: -f64::MAX, high: bound, whole: false })
    }

    /// The part that is at least `bound`.
    pub(crate) fn at_least(self, bound: f64) -> Range {
        let bound = if self.whole { bound.ceil() } else { bound };
        self.meet(Range { low: bound, high: f64::MAX, whole: false })
    }

    /// The lowest value of this kind above `bound`.
    pub(crate) fn above(self, bound: f64) -> f64 {
        if self.whole { bound.floor() + 1.0 } else { total(bound.next_up()) }
    }

    /// The highest value of this kind below `bound`.
    pub(crate) fn below(self, bound: f64) -> f64 {
        if self.whole { bound.ceil() - 1.0 } else { total(bound.next_down()) }
    }

    /// The largest magnitude.
    pub(crate) fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
}

/// What each terminal of a language can be, by opcode.
pub(crate) fn terminal_ranges(language: &Language) -> Vec<Range> {
    let range = |op: &Op| match op {
        Op::Read(read) => {
            let (low, high) = read.within();
            let counts = matches!(read, Read::Count { .. } | Read::CountDifference { .. } | Read::Bit { .. });
            Range::new(low, high, counts)
        }
        _ => Range::ALL,
    };
    language.primitives().iter().map(|primitive| range(&primitive.op)).collect()
}
