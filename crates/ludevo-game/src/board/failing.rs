//! Players that fail in the middle of an evolution.

use std::io::{IsTerminal, Write};

use ludevo_arena::PlayerFailed;

/// What came of a game or a move of an evolution. If a program outside this one failed there, this process ends: its run
/// cannot go on without that player, and is resumed from its last checkpoint.
pub fn or_end<T>(result: Result<T, PlayerFailed>) -> T {
    result.unwrap_or_else(|failed| {
        let mut stderr = std::io::stderr().lock();
        // On a terminal there may be an unfinished line that shows the progress.
        let fresh_line = if stderr.is_terminal() { "\n" } else { "" };
        // Nothing can be done if standard error is closed too.
        let _ = writeln!(stderr, "{fresh_line}ludevo: {failed}");
        std::process::exit(1)
    })
}
