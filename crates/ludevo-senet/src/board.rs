//! Where the pieces stand, as the player whose turn it is sees it, and how one piece moves.
//!
//! Houses are bits: bit 1 is the house where the track begins, bit 30 where it ends. Where the paper is silent, the
//! readings are those of `docs/games/senet.md`.

/// Pieces of a player.
pub const PIECES: u32 = 7;
/// The last house of the track.
pub const HOUSES: u32 = 30;
/// Where pieces come back to from the water.
pub const REBIRTH: u32 = 15;
/// Every piece must land here before it goes on.
pub const BEAUTIFUL: u32 = 26;
/// The pitfall.
pub const WATER: u32 = 27;

/// The houses from `first` to `last`.
pub const fn houses(first: u32, last: u32) -> u32 {
    (2 << last) - (1 << first)
}

/// All pieces on the track: cones or spools are `own`, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Houses of the player's pieces.
    pub own: u32,
    /// Houses of the other player's.
    pub opp: u32,
}

impl Board {
    /// The start as who has the cones sees it: cones and spools take turns on the first fourteen houses.
    pub const START: Board = Board { own: 0x5554, opp: 0x2aaa };

    /// The same, seen by the other player.
    #[inline(always)]
    pub fn flipped(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// Whether the player's pieces may leave the board: none is left in the first ten houses.
    #[inline(always)]
    pub fn may_leave(self) -> bool {
        self.own & houses(1, 10) == 0
    }

    /// Whether the player has a piece in the water.
    #[inline(always)]
    pub fn is_drowned(self) -> bool {
        self.own >> WATER & 1 != 0
    }

    /// Pieces of the other player that cannot be hit: a friend stands in the house before or behind, and none is in the
    /// water.
    #[inline(always)]
    pub fn defended(self) -> u32 {
        if self.opp >> WATER & 1 != 0 { 0 } else { self.opp & (self.opp << 1 | self.opp >> 1) }
    }

    /// The houses from which a piece can go forward by a throw.
    #[inline(always)]
    pub fn forward(self, throw: u32) -> u32 {
        let open = !self.own & !self.defended();
        let on_track = (open & houses(1, BEAUTIFUL)) >> throw & houses(1, BEAUTIFUL - 1);
        (on_track | self.ending(throw, open)) & self.own
    }

    /// The houses from 26 on that a throw leads out of.
    #[inline(always)]
    fn ending(self, throw: u32, open: u32) -> u32 {
        if self.own & houses(BEAUTIFUL, HOUSES) == 0 {
            return 0;
        }
        let taken = self.own | self.opp;
        let water_is_free = taken >> WATER & 1 == 0;
        let from_beautiful = match throw {
            1 => water_is_free,
            5 => self.may_leave(),
            // Who is hit on an end house falls into the water, if there is room.
            _ => {
                let target = BEAUTIFUL + throw;
                open >> target & 1 != 0 && (self.opp >> target & 1 == 0 || water_is_free)
            }
        };
        let leaving = match throw {
            2 => 1 << 29 | 1 << 30,
            3 => 1 << 28 | 1 << 30,
            _ => 1 << 30,
        };
        u32::from(from_beautiful) << BEAUTIFUL | if self.may_leave() { leaving } else { 0 }
    }

    /// The houses from which a piece can go back by a throw; who is in the water or beyond never does.
    #[inline(always)]
    pub fn backward(self, throw: u32) -> u32 {
        (!self.own & houses(1, BEAUTIFUL)) << throw & houses(1, BEAUTIFUL) & self.own
    }

    /// The board after a legal move of the piece in house `from`, by a negative distance if it goes back.
    #[inline(always)]
    pub fn moved(self, from: u32, distance: i32) -> Board {
        let own = self.own & !(1 << from);
        let target = (from as i32 + distance) as u32;
        let leaves = from > WATER || from == BEAUTIFUL && distance == 5;
        if leaves {
            return Board { own, opp: self.opp };
        }
        let opp = if self.opp >> target & 1 == 0 {
            self.opp
        } else {
            // They trade places, but from the end houses the way back leads into the water.
            let to = if target > WATER { WATER } else { from };
            self.opp & !(1 << target) | 1 << to
        };
        Board { own: own | 1 << target, opp }
    }

    /// The board after the one throw of a player who has a piece in the water.
    #[inline(always)]
    pub fn rescued(self, throw: u32) -> Board {
        let own = self.own & !(1 << WATER);
        if throw == 4 && self.may_leave() {
            return Board { own, opp: self.opp };
        }
        let vacant = !(own | self.opp) & houses(1, REBIRTH);
        // Thirteen others never fill fifteen houses.
        Board { own: own | 1 << vacant.ilog2(), opp: self.opp }
    }
}
