//! The word that ends a generation before it is whole, so that nobody waits for one that takes minutes.

use std::fmt;
use std::sync::Arc;

use crate::contest::Failed;

/// Whether a generation in progress is to be given up. What was done of it is dropped and the run is restored as it was
/// before, so that no result depends on when the word came.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// Raised as soon as this is true. It is asked before every game.
    pub fn when(is_raised: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Interrupt(Some(Arc::new(is_raised)))
    }

    /// Whether to give up.
    pub fn is_raised(&self) -> bool {
        self.0.as_ref().is_some_and(|is_raised| is_raised())
    }

    /// An error once it is raised.
    pub fn check(&self) -> Result<(), Failed> {
        if self.is_raised() { Err(Failed("the generation was given up".to_owned())) } else { Ok(()) }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Interrupt").finish_non_exhaustive()
    }
}
