//! The studio as people meet it: as a process that can be killed, flooded, and looked at in a browser.

mod browser;
mod clicks;
mod firefox;
mod many_runs;
mod marks;
mod pages;
mod pointing;
mod processes;
mod review;
mod server;
