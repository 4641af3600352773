//! The studio as people meet it: as a process that can be killed, flooded, and looked at in a browser.

/// Tests in every browser that can be had; each is given a studio with that browser on its first page, and in the end no page
/// may have complained.
macro_rules! in_every_browser {
    ($($name:ident),* $(,)?) => {
        mod in_chromium {
            $(#[test] fn $name() { crate::pages::visited(stringify!($name), &ludevo_peers::CHROMIUM, super::$name); })*
        }
        mod in_firefox {
            $(#[test] fn $name() { crate::pages::visited(stringify!($name), &ludevo_peers::FIREFOX, super::$name); })*
        }
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
