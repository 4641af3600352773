//! Kills that hit: a test of what a kill leaves behind is none if the process was over before.

use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::time::{Duration, Instant};

/// Kills a process by SIGKILL, which it must still be running for.
pub(crate) fn kill_running(mut child: Child) {
    assert!(child.try_wait().expect("its state is known").is_none(), "it was over before it was killed");
    child.kill().expect("it can be killed");
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(9), "it ended by itself before the kill hit: {status}");
}

/// Waits until something is so, which must be within two minutes.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(120), "never {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}
