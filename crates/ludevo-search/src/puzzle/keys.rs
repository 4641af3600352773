//! A set of keys that are random numbers already.

/// Keys in one array, each at the first free place from where its bits point to.
#[derive(Clone, Debug)]
pub struct KeySet {
    /// Zero is a free place.
    slots: Vec<u64>,
    count: usize,
}

/// Slots of an empty set: small enough to be cleared in no time before each puzzle.
const SMALL: usize = 1 << 12;

impl Default for KeySet {
    fn default() -> Self {
        KeySet::new()
    }
}

impl KeySet {
    /// An empty set.
    pub fn new() -> Self {
        KeySet { slots: vec![0; SMALL], count: 0 }
    }

    /// Adds a key; whether it is new.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let key = key.max(1);
        let mask = self.slots.len() - 1;
        let mut place = key as usize & mask;
        loop {
            match self.slots[place] {
                0 => break,
                known if known == key => return false,
                _ => place = (place + 1) & mask,
            }
        }
        self.slots[place] = key;
        self.count += 1;
        if self.count * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![0; self.slots.len() * 4];
        let mask = larger.len() - 1;
        for key in std::mem::replace(&mut self.slots, larger).into_iter().filter(|key| *key != 0) {
            let mut place = key as usize & mask;
            while self.slots[place] != 0 {
                place = (place + 1) & mask;
            }
            self.slots[place] = key;
        }
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
        self.slots.shrink_to_fit();
        self.slots.fill(0);
        self.count = 0;
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        self.slots.len() * 8
    }
}
