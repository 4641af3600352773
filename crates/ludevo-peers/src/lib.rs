//! Programs and files outside the repository that some tests compare with: what they are, where they are, and which
//! tests need them.
//!
//! A test that needs one is a line of [`TESTS`] and asks [`needed_by`] for it under the same name. Without it the test
//! returns early, and `cargo xtask test` says so by name.

use std::path::{Path, PathBuf};

/// Something outside the repository.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// How to get it.
    pub how: &'static str,
    /// The packages of Debian that bring it.
    pub debian: &'static [&'static str],
    /// Where it is, if it is there.
    pub locate: fn() -> Option<PathBuf>,
}

/// A Reversi engine from PyPI, found as the Python that can import it.
pub const RUST_REVERSI: Peer = Peer {
    name: "rust_reversi from PyPI",
    how: "run `cargo xtask peers`",
    debian: &[],
    locate: || python_with("rust_reversi"),
};

/// GNU Backgammon's neural nets, move generator and Pubeval from PyPI, found as the Python that can import them.
pub const GNUBG_NN: Peer = Peer {
    name: "gnubg-nn from PyPI",
    how: "run `cargo xtask peers`",
    debian: &[],
    locate: || python_with("gnubg_nn"),
};

/// GNU Backgammon, the program.
pub const GNUBG: Peer = Peer {
    name: "GNU Backgammon",
    how: "run `cargo xtask peers`, or install the package gnubg",
    debian: &["gnubg"],
    locate: || {
        let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
        // Debian puts games where the path of a service need not look.
        let folders = on_path.unwrap_or_default().into_iter().chain([PathBuf::from("/usr/games")]);
        folders.map(|folder| folder.join("gnubg")).find(|program| program.is_file())
    },
};

/// The Robocode engine, found as its jar where a Java compiler is there too.
pub const ROBOCODE: Peer = Peer {
    name: "the Robocode engine and a JDK",
    how: "run `cargo xtask peers`, or install the packages robocode and default-jdk-headless",
    debian: &["robocode", "default-jdk-headless"],
    locate: || {
        let jar =
            std::env::var_os("ROBOCODE_JAR").map_or("/usr/share/java/robocode.jar".into(), PathBuf::from);
        (jar.is_file() && on_path("javac").is_some()).then_some(jar)
    },
};

/// Rules of many draughts games from PyPI, found as the Python that can import them.
pub const PYDRAUGHTS: Peer = Peer {
    name: "pydraughts from PyPI",
    how: "run `cargo xtask peers`",
    debian: &[],
    locate: || python_with("draughts"),
};

/// python-chess, rules and notations of chess from PyPI, found as the Python that can import it.
pub const PYTHON_CHESS: Peer = Peer {
    name: "chess from PyPI",
    how: "run `cargo xtask peers`",
    debian: &[],
    locate: || python_with("chess"),
};

/// Endgame tables of others, found as their folder where python-chess is there to read them.
pub const SYZYGY: Peer = Peer {
    name: "Syzygy tables and chess from PyPI",
    how: "run `cargo xtask peers`, and name a folder of tables by SYZYGY_PATH or put them at `../shared/data/syzygy`",
    debian: &[],
    locate: || {
        let folder =
            std::env::var_os("SYZYGY_PATH").map_or(root().join("../shared/data/syzygy"), PathBuf::from);
        (folder.is_dir() && python_with("chess").is_some()).then_some(folder)
    },
};

/// GNU Chess.
pub const GNUCHESS: Peer = Peer {
    name: "GNU Chess",
    how: "run `cargo xtask peers`, or install the package gnuchess",
    debian: &["gnuchess"],
    locate: || {
        on_path("gnuchess")
            .or_else(|| Some(PathBuf::from("/usr/games/gnuchess")).filter(|path| path.is_file()))
    },
};

/// A folder of published facts beside the repository.
pub const FACTS: Peer = Peer {
    name: "the folder `../shared`",
    how: "put it beside the repository",
    debian: &[],
    locate: || Some(root().join("../shared/facts")).filter(|path| path.is_dir()),
};

/// A compiler of C++.
pub const CPP: Peer = Peer {
    name: "a C++ compiler",
    how: "run `cargo xtask peers`, or install the package g++",
    debian: &["g++"],
    locate: || on_path("g++"),
};

/// Tracks of RARS and races that it recorded step by step.
pub const RARS: Peer = Peer {
    name: "the folder `../shared/data/rars`",
    how: "put it beside the repository, or name another one in LUDEVO_RARS",
    debian: &[],
    locate: || {
        let beside = || root().join("../shared/data/rars");
        Some(std::env::var_os("LUDEVO_RARS").map_or_else(beside, PathBuf::from)).filter(|path| path.is_dir())
    },
};

/// The FreeCell solver of Shlomi Fish, with its generator of deals beside it.
pub const FC_SOLVE: Peer = Peer {
    name: "fc-solve",
    how: "run `cargo xtask peers`, or install the package freecell-solver-bin",
    debian: &["freecell-solver-bin"],
    locate: || on_path("fc-solve"),
};

/// A browser that the DevTools protocol drives.
pub const CHROMIUM: Peer = Peer {
    name: "Chromium",
    how: "run `cargo xtask peers`, or install the package chromium",
    debian: &["chromium"],
    locate: || ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(on_path),
};

/// Another browser, which WebDriver BiDi drives.
pub const FIREFOX: Peer = Peer {
    name: "Firefox",
    how: "run `cargo xtask peers`, or install the package firefox-esr",
    debian: &["firefox-esr"],
    locate: || ["firefox-esr", "firefox"].into_iter().find_map(on_path),
};

/// What finds places on pages that some people cannot use, found as its script where a browser is there to run it in.
pub const AXE: Peer = Peer {
    name: "axe-core from npm and Chromium",
    how: "run `cargo xtask peers`",
    debian: &["chromium"],
    locate: || {
        let script = node_folder().join("node_modules/axe-core/axe.min.js");
        (script.is_file() && (CHROMIUM.locate)().is_some()).then_some(script)
    },
};

/// A compiler for C.
pub const C_COMPILER: Peer = Peer {
    name: "a C compiler",
    how: "run `cargo xtask peers`, or install the package gcc",
    debian: &["gcc", "libc6-dev"],
    locate: || ["cc", "gcc", "clang"].into_iter().find_map(on_path),
};

/// The server of NATS.
pub const NATS: Peer = Peer {
    name: "nats-server",
    how: "run `cargo xtask peers`, or install the package nats-server",
    debian: &["nats-server"],
    locate: || {
        on_path("nats-server")
            .or_else(|| Some(PathBuf::from("/usr/sbin/nats-server")).filter(|path| path.is_file()))
    },
};

/// A Rust compiler that makes WebAssembly.
pub const RUST_WASM: Peer = Peer {
    name: "Rust for WebAssembly",
    how: "run `rustup target add wasm32-unknown-unknown`",
    debian: &[],
    locate: || {
        let rustc = on_path("rustc")?;
        let mut command = std::process::Command::new(&rustc);
        let output =
            command.args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]).output();
        let folder = String::from_utf8(output.ok()?.stdout).ok()?;
        Path::new(folder.trim()).is_dir().then_some(rustc)
    },
};

/// Zig from PyPI, which also compiles C, found as the Python that has it.
pub const ZIG: Peer = Peer {
    name: "ziglang from PyPI",
    how: "run `cargo xtask peers`",
    debian: &[],
    locate: || python_with("ziglang"),
};

/// AssemblyScript from npm, found as its compiler.
pub const ASSEMBLYSCRIPT: Peer = Peer {
    name: "assemblyscript from npm",
    how: "run `cargo xtask peers`",
    debian: &[],
    locate: || Some(node_folder().join("node_modules/.bin/asc")).filter(|program| program.is_file()),
};

/// The tests that need a peer, by name.
pub const TESTS: &[(&str, Peer)] = &[
    ("programs_written_in_c_give_the_same_bits", C_COMPILER),
    ("examples_in_rust_are_the_modules_that_ship", RUST_WASM),
    ("examples_in_c_are_the_modules_that_ship", ZIG),
    ("examples_in_zig_are_the_modules_that_ship", ZIG),
    ("examples_in_assemblyscript_are_the_modules_that_ship", ASSEMBLYSCRIPT),
    ("a_game_begun_in_rust_is_built_bred_and_played", RUST_WASM),
    ("a_game_begun_in_c_is_built_bred_and_played", ZIG),
    ("a_game_begun_in_assemblyscript_is_built_bred_and_played", ASSEMBLYSCRIPT),
    ("reversi_agrees_with_rust_reversi", RUST_REVERSI),
    ("rust_reversi_plays_whole_games_that_repeat", RUST_REVERSI),
    ("backgammon_agrees_with_gnubg_nn", GNUBG_NN),
    ("gnu_backgammon_reads_saved_games", GNUBG),
    ("gnubg_plays_a_hundred_games_with_our_champion_and_no_turn_is_forfeited", GNUBG),
    ("reversi_agrees_with_the_collected_perft_counts", FACTS),
    ("battles_are_those_of_the_collected_traces", FACTS),
    ("battles_are_those_of_the_real_engine", ROBOCODE),
    ("evolved_robots_fight_alike_in_the_real_engine", ROBOCODE),
    ("checkers_agrees_with_pydraughts", PYDRAUGHTS),
    ("checkers_agrees_with_the_collected_perft_counts", FACTS),
    ("chess_agrees_with_python_chess", PYTHON_CHESS),
    ("endgame_tables_agree_with_syzygy", SYZYGY),
    ("python_chess_plays_whole_games_with_our_players", PYTHON_CHESS),
    ("gnuchess_plays_games_that_repeat_and_is_gone_afterwards", GNUCHESS),
    ("no_engine_is_left_after_an_interrupt_or_when_it_is_killed", GNUCHESS),
    ("rush_hour_agrees_with_the_collected_boards", FACTS),
    ("fifteen_puzzles_have_the_published_optima", FACTS),
    ("races_are_those_that_the_original_recorded", RARS),
    ("a_changed_digit_of_a_trace_is_named", RARS),
    ("a_changed_digit_of_a_trace_is_an_error", RARS),
    ("contacts_laps_and_ends_are_those_that_the_original_recorded", RARS),
    ("the_tracks_of_the_original_can_be_driven", RARS),
    ("the_printed_driver_drives_its_published_times", RARS),
    ("a_robot_for_rars_asks_for_what_our_driver_asks_for", CPP),
    ("the_generator_beside_it_agrees_today", FC_SOLVE),
    ("over_nats_three_workers_give_the_bytes_of_one_process", NATS),
    ("over_nats_with_kills_of_everybody_the_bytes_are_those_of_one_process", NATS),
    ("nats_wrong_tokens_junk_and_small_messages_are_met_with_words", NATS),
    ("a_run_is_started_watched_and_its_champion_read_in_a_browser", CHROMIUM),
    ("a_run_is_started_watched_and_its_champion_read_in_a_browser", FIREFOX),
    ("whole_games_are_played_by_clicking_and_end_as_the_rules_say", CHROMIUM),
    ("boards_stay_clear_under_mouse_keys_and_fingers", CHROMIUM),
    ("boards_stay_clear_under_mouse_keys_and_fingers", FIREFOX),
    ("dice_are_played_in_either_order_and_half_moves_are_drawn", CHROMIUM),
    ("dice_are_played_in_either_order_and_half_moves_are_drawn", FIREFOX),
    ("a_puzzle_is_not_told_about_values_and_names_its_places", CHROMIUM),
    ("a_puzzle_is_not_told_about_values_and_names_its_places", FIREFOX),
    ("marks_go_around_pieces_and_leave_print_to_be_read", CHROMIUM),
    ("marks_go_around_pieces_and_leave_print_to_be_read", FIREFOX),
    ("what_moved_last_keeps_its_colour", CHROMIUM),
    ("what_moved_last_keeps_its_colour", FIREFOX),
    ("pages_take_print_of_twice_the_size", CHROMIUM),
    ("pages_take_print_of_twice_the_size", FIREFOX),
    ("pages_have_one_scale_of_type_and_fill_large_screens", CHROMIUM),
    ("pages_have_one_scale_of_type_and_fill_large_screens", FIREFOX),
    ("a_click_at_once_asks_nothing_of_the_next_position", CHROMIUM),
    ("a_click_at_once_asks_nothing_of_the_next_position", FIREFOX),
    ("pointing_at_a_place_explains_its_move_and_a_finger_taps_twice", CHROMIUM),
    ("pointing_at_a_place_explains_its_move_and_a_finger_taps_twice", FIREFOX),
    ("the_board_is_turned_and_a_game_is_played_again", CHROMIUM),
    ("the_board_is_turned_and_a_game_is_played_again", FIREFOX),
    ("a_dragged_piece_follows_the_hand_and_others_glide", CHROMIUM),
    ("a_dragged_piece_follows_the_hand_and_others_glide", FIREFOX),
    ("a_file_is_picked_by_mouse", CHROMIUM),
    ("a_file_is_picked_by_mouse", FIREFOX),
    ("what_takes_long_says_that_it_is_being_worked_on", CHROMIUM),
    ("what_takes_long_says_that_it_is_being_worked_on", FIREFOX),
    ("a_piece_that_is_let_go_outside_the_board_leaves_the_hand", CHROMIUM),
    ("a_piece_that_is_let_go_outside_the_board_leaves_the_hand", FIREFOX),
    ("vehicles_of_every_kind_follow_the_hand_and_glide", CHROMIUM),
    ("vehicles_of_every_kind_follow_the_hand_and_glide", FIREFOX),
    ("the_keyboard_explains_and_a_tap_that_was_left_is_asked_for_again", CHROMIUM),
    ("the_keyboard_explains_and_a_tap_that_was_left_is_asked_for_again", FIREFOX),
    ("a_replay_asks_for_what_is_looked_at_and_shows_who_is_there", CHROMIUM),
    ("a_replay_asks_for_what_is_looked_at_and_shows_who_is_there", FIREFOX),
    ("without_chances_there_is_no_empty_curve", CHROMIUM),
    ("without_chances_there_is_no_empty_curve", FIREFOX),
    ("a_thousand_runs_hold_up_no_page", CHROMIUM),
    ("a_finished_game_is_reviewed_and_tried_anew_from_its_biggest_mistake", CHROMIUM),
    ("a_finished_game_is_reviewed_and_tried_anew_from_its_biggest_mistake", FIREFOX),
    ("a_paused_battle_says_what_every_tree_came_to", CHROMIUM),
    ("a_paused_battle_says_what_every_tree_came_to", FIREFOX),
    ("no_page_has_a_serious_obstacle", AXE),
    ("a_search_depth_is_asked_for_where_the_player_has_one", CHROMIUM),
    ("a_search_depth_is_asked_for_where_the_player_has_one", FIREFOX),
    ("a_game_survives_a_reload_and_takes_keys_drags_and_undo", CHROMIUM),
    ("a_game_survives_a_reload_and_takes_keys_drags_and_undo", FIREFOX),
    ("a_piece_and_a_stick_are_clicked_in_senet", CHROMIUM),
    ("a_piece_and_a_stick_are_clicked_in_senet", FIREFOX),
    ("a_board_of_rush_hour_is_solved_by_dragging", CHROMIUM),
    ("a_board_of_rush_hour_is_solved_by_dragging", FIREFOX),
    ("a_ladder_and_a_match_are_played_from_the_page", CHROMIUM),
    ("a_ladder_and_a_match_are_played_from_the_page", FIREFOX),
    ("a_puzzle_is_played_with_hints_and_its_solution_watched", CHROMIUM),
    ("a_puzzle_is_played_with_hints_and_its_solution_watched", FIREFOX),
    ("a_battle_is_chosen_watched_and_stepped_through", CHROMIUM),
    ("a_battle_is_chosen_watched_and_stepped_through", FIREFOX),
    ("a_race_is_chosen_watched_and_says_what_the_trees_come_to", CHROMIUM),
    ("a_race_is_chosen_watched_and_says_what_the_trees_come_to", FIREFOX),
];

/// What the test of this name needs, or nothing if it is not here.
///
/// # Panics
///
/// If the test is not one of [`TESTS`]: then nobody would hear that it was skipped.
pub fn needed_by(test: &str) -> Option<PathBuf> {
    let (_, peer) = TESTS.iter().find(|(name, _)| *name == test).expect("the test is a line of TESTS");
    (peer.locate)()
}

/// The same for a test that more than one peer can be used for: this one, or nothing if it is not here.
///
/// # Panics
///
/// If the test is not one of [`TESTS`] with this peer.
pub fn needed_of(peer: &Peer, test: &str) -> Option<PathBuf> {
    let is_line = TESTS.iter().any(|(name, needed)| *name == test && needed.name == peer.name);
    assert!(is_line, "the test is a line of TESTS with {}", peer.name);
    (peer.locate)()
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this crate is two levels below the root").to_owned()
}

/// Where `cargo xtask peers` installs Python packages: a virtual environment that leaves the system's Python alone.
pub fn python_folder() -> PathBuf {
    root().join("target/peers/python")
}

/// Where `cargo xtask peers` installs packages of npm.
pub fn node_folder() -> PathBuf {
    root().join("target/peers/node")
}

/// The Python of [`python_folder`].
pub fn python() -> PathBuf {
    python_folder().join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

fn python_with(package: &str) -> Option<PathBuf> {
    let is_package = |folder: PathBuf| folder.join(package).is_dir();
    let versions = std::fs::read_dir(python_folder().join("lib")).into_iter().flatten().flatten();
    let mut folders = versions
        .map(|version| version.path().join("site-packages"))
        .chain([python_folder().join("Lib/site-packages")]);
    (python().is_file() && folders.any(is_package)).then(python)
}

/// A program of this name on the path.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}
