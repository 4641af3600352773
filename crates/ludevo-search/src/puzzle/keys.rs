//! A set and a map of keys that are random numbers already.

/// Keys in one array, each at the first free place from where its highest bits point to.
#[derive(Clone, Debug)]
pub struct KeySet {
    /// Zero is a free place. The length is a power of two.
    slots: Vec<u64>,
    /// By how much a key is shifted to become a place.
    shift: u32,
    count: usize,
    /// The memory that the set had before it grew or shrank.
    spare: Vec<u64>,
}

/// Slots of an empty set: small enough to stay in the fastest memory, and to be cleared in no time before each puzzle.
const SMALL: usize = 1 << 11;

/// The most slots that are kept for the next puzzle.
const KEPT: usize = 1 << 20;

impl Default for KeySet {
    fn default() -> Self {
        KeySet::new()
    }
}

impl KeySet {
    /// An empty set.
    pub fn new() -> Self {
        KeySet { slots: vec![0; SMALL], shift: 64 - SMALL.ilog2(), count: 0, spare: Vec::new() }
    }

    /// Adds a key; whether it is new.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let key = key.max(1);
        let mask = self.slots.len() - 1;
        let mut place = (key >> self.shift) as usize;
        loop {
            match self.slots[place & mask] {
                0 => break,
                known if known == key => return false,
                _ => place += 1,
            }
        }
        self.slots[place & mask] = key;
        self.count += 1;
        if self.count * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = std::mem::take(&mut self.spare);
        larger.clear();
        larger.resize(self.slots.len() * 4, 0);
        self.shift -= 2;
        let mask = larger.len() - 1;
        for key in self.slots.iter().filter(|key| **key != 0) {
            let mut place = (key >> self.shift) as usize;
            while larger[place & mask] != 0 {
                place += 1;
            }
            larger[place & mask] = *key;
        }
        self.spare = std::mem::replace(&mut self.slots, larger);
        self.spare.clear();
        self.spare.shrink_to(KEPT);
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Forgets all keys and gives back the memory of a large set.
    pub fn clear(&mut self) {
        self.slots.truncate(SMALL);
        self.slots.shrink_to(KEPT);
        self.slots.fill(0);
        self.shift = 64 - SMALL.ilog2();
        self.count = 0;
    }

    /// Its size in memory, with the smaller array that it grew from.
    pub fn bytes(&self) -> usize {
        self.slots.len() * 10
    }
}

/// Numbers by their keys.
#[derive(Clone, Debug)]
pub(super) struct KeyMap {
    /// A key of zero is a free place. The length is a power of two.
    slots: Vec<(u64, u32)>,
    count: usize,
}

/// Slots of an empty map.
const SMALL_MAP: usize = 1 << 12;

impl KeyMap {
    /// An empty map.
    pub(super) fn new() -> Self {
        KeyMap { slots: vec![(0, 0); SMALL_MAP], count: 0 }
    }

    /// Adds a key with its number; the number that it has already, if it is known.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, number: u32) -> Option<&mut u32> {
        let key = key.max(1);
        if self.count * 2 >= self.slots.len() {
            self.grow();
        }
        let place = self.place(key);
        let slot = &mut self.slots[place];
        if slot.0 == key {
            return Some(&mut slot.1);
        }
        *slot = (key, number);
        self.count += 1;
        None
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![(0, 0); self.slots.len() * 2];
        for (key, number) in std::mem::replace(&mut self.slots, larger) {
            if key != 0 {
                let place = self.place(key);
                self.slots[place] = (key, number);
            }
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = key as usize & mask;
        while self.slots[place].0 != 0 && self.slots[place].0 != key {
            place = (place + 1) & mask;
        }
        place
    }

    /// Forgets all keys.
    pub(super) fn clear(&mut self) {
        self.slots.fill((0, 0));
        self.count = 0;
    }

    /// Its size in memory.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(u64, u32)>()
    }
}
