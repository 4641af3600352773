//! The experiments, champions and published figures that ship inside the binary.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The experiments as (`GAME/NAME`, text), in alphabetical order.
pub fn experiments() -> &'static [(&'static str, &'static str)] {
    EXPERIMENTS
}

/// The champions as (`GAME/NAME`, text), in alphabetical order.
pub fn champions() -> &'static [(&'static str, &'static str)] {
    CHAMPIONS
}

/// The tables of published figures as (`GAME/NAME`, text), in alphabetical order.
pub fn figures() -> &'static [(&'static str, &'static str)] {
    FIGURES
}

/// The text of one of the lists' entries.
pub fn find(list: &'static [(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
