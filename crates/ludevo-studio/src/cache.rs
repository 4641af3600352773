//! What took a moment to make, kept ready by what it was made from.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// The latest of a kind, the oldest first.
#[derive(Debug)]
pub(crate) struct RecentCache<T> {
    room: usize,
    kept: Mutex<VecDeque<(String, Arc<T>)>>,
}

impl<T> RecentCache<T> {
    /// A cache with room for so many.
    pub(crate) fn new(room: usize) -> Self {
        RecentCache { room, kept: Mutex::new(VecDeque::new()) }
    }

    /// What was made from `key`, or makes it; nobody waits for others meanwhile.
    pub(crate) fn get<E>(&self, key: String, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        if let Some((_, known)) = lock(&self.kept).iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(make()?);
        let mut kept = lock(&self.kept);
        if kept.len() >= self.room {
            kept.pop_front();
        }
        kept.push_back((key, Arc::clone(&made)));
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_goes_first() {
        let cache = RecentCache::new(5);
        let get = |key: usize, value: usize| *cache.get(key.to_string(), || Ok::<_, ()>(value)).unwrap();
        assert_eq!((get(99, 1), get(99, 2)), (1, 1));
        (0..5).for_each(|key| assert_eq!(get(key, key), key));
        assert_eq!(get(99, 3), 3);
    }
}
