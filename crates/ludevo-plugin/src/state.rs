//! A position of a game of the user's own: bytes that searches copy at every node.

use std::ops::Deref;

/// States of so many bytes lie where they are used; longer ones lie elsewhere.
const INLINE: usize = 54;

/// A state, of as many bytes as the manifest says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// The first bytes, and zeros after the last.
    first: [u8; INLINE],
    length: u16,
    /// All bytes, where they are too many.
    all: Option<Box<[u8]>>,
}

impl State {
    /// So many zeros.
    pub(crate) fn zeros(length: usize) -> Self {
        State::from_slice(&vec![0; length])
    }

    /// These bytes, of which there are at most as many as a state may have.
    #[inline]
    pub(crate) fn from_slice(bytes: &[u8]) -> Self {
        let mut first = [0; INLINE];
        let length = bytes.len() as u16;
        if bytes.len() > INLINE {
            first.copy_from_slice(&bytes[..INLINE]);
            return State { first, length, all: Some(bytes.into()) };
        }
        copy(bytes, &mut first[..bytes.len()]);
        State { first, length, all: None }
    }

    /// The byte at the beginning, which says what happens next.
    #[inline]
    pub(crate) fn turn(&self) -> u8 {
        self.first[0]
    }

    /// The byte after it, which says who moves after chance.
    #[inline]
    pub(crate) fn mover(&self) -> u8 {
        self.first[1]
    }

    /// The same with another turn.
    pub(crate) fn with_turn(mut self, turn: u8) -> Self {
        self.first[0] = turn;
        if let Some(all) = &mut self.all {
            all[0] = turn;
        }
        self
    }
}

impl Deref for State {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.all {
            Some(all) => all,
            None => &self.first[..usize::from(self.length)],
        }
    }
}

/// Copies few bytes word by word: as many as states have, a call would take longer than the work.
#[inline]
pub(crate) fn copy(from: &[u8], to: &mut [u8]) {
    debug_assert_eq!(from.len(), to.len());
    let (words, rest) = from.as_chunks::<8>();
    let (to_words, to_rest) = to.as_chunks_mut::<8>();
    for (word, to) in words.iter().zip(to_words) {
        *to = *word;
    }
    for (byte, to) in rest.iter().zip(to_rest) {
        *to = *byte;
    }
}
