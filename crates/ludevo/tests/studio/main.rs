//! The studio as people meet it: as a process that can be killed, flooded, and looked at in a browser.

/// Tests in a browser; each is given a studio with it on its first page, and in the end no page may have complained.
macro_rules! in_browser {
    ($module:ident: $peer:ident, $($name:ident),* $(,)?) => {
        mod $module {
            $(#[test] fn $name() { crate::pages::visited(stringify!($name), &ludevo_peers::$peer, super::$name); })*
        }
    };
}

/// The same tests in every browser that can be had.
macro_rules! in_every_browser {
    ($($name:ident),* $(,)?) => {
        in_browser!(in_chromium: CHROMIUM, $($name),*);
        in_browser!(in_firefox: FIREFOX, $($name),*);
    };
}

mod browser;
mod chromium;
mod clicks;
mod firefox;
mod many_runs;
mod marks;
mod pages;
mod pointing;
mod processes;
mod review;
mod server;
