//! Ctrl-C, or the word of the program that started this one, as a flag that long work looks at.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A flag that the first Ctrl-C raises; the second one ends the process at once.
pub(crate) fn on_ctrl_c() -> &'static Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        // Without a handler Ctrl-C ends the process, which loses at most the generation in progress.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            // Nothing can be done if standard error is closed.
            let told = "\nstopping as soon as what was begun is in order; Ctrl-C again stops at once\n";
            let _ = std::io::stderr().write_all(told.as_bytes());
        });
        stop
    })
}

/// Ctrl-C ends the process at once, with these last words.
pub(crate) fn saying(words: &'static Mutex<String>) {
    // Without a handler Ctrl-C ends the process without them.
    let _ = ctrlc::set_handler(move || {
        let words = words.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing can be done if standard output is closed.
        let _ = std::io::stdout().write_all(format!("\n{words}\n").as_bytes());
        std::process::exit(130);
    });
}

/// Ends the process as soon as standard input closes, which happens when the program that holds its other end is gone in
/// whatever way; the line `finish` raises the flag of [`on_ctrl_c`].
pub(crate) fn with_standard_input() {
    let stop = Arc::clone(on_ctrl_c());
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if line == "finish" {
                stop.store(true, Ordering::Relaxed);
            }
        }
        // Every file is written so that ending at any moment loses at most the generation in progress.
        std::process::exit(0);
    });
}
