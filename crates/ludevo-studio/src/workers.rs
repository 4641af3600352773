//! Work that would hold up other answers: done on threads of its own, a little at a time.

use tokio::sync::Semaphore;

use crate::refusal::Refusal;

/// So much work at once and no more; what comes meanwhile waits for its turn.
#[derive(Debug)]
pub(crate) struct Workers {
    seats: Semaphore,
}

impl Workers {
    /// Workers who do so much at once.
    pub(crate) fn new(at_once: usize) -> Self {
        Workers { seats: Semaphore::new(at_once) }
    }

    /// Does the work. If it panics, the request fails and nothing else.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let _seat = self.seats.acquire().await.map_err(Refusal::failed)?;
        match tokio::task::spawn_blocking(work).await {
            Ok(done) => done,
            Err(_) => Err(Refusal::failed("The studio failed at this request; everything else goes on.")),
        }
    }
}
