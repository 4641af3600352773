//! Versions of the rules and of everybody who is measured with and is no champion: hashes of what they do, as
//! `versions.toml` has them. A test plays, solves and drives to compare; whoever changes a rule or a guide on purpose writes
//! the file anew, and rows that were measured before go stale.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use ludevo_game::player_name::PlayerName;
use ludevo_runs::{Loaded, Split, load};

use crate::measure::{Measure, Series};

/// What stands for the rules of a game.
pub const RULES: &str = "rules";

/// By the names of games, and in them by the names of players and solvers.
static VERSIONS: LazyLock<BTreeMap<String, BTreeMap<String, String>>> =
    LazyLock::new(|| toml::from_str(include_str!("versions.toml")).expect("versions by game and name"));

/// The known versions of a game.
pub fn versions(game: &str) -> &'static BTreeMap<String, String> {
    static NONE: BTreeMap<String, String> = BTreeMap::new();
    VERSIONS.get(game).unwrap_or(&NONE)
}

/// Those that a measurement depends on.
pub(crate) fn versions_of(game: &str, measure: &Measure) -> BTreeMap<String, String> {
    let all = versions(game);
    let named = named(measure);
    let needed = all.iter().filter(|(name, _)| *name == RULES || named.contains(*name));
    needed.map(|(name, version)| (name.clone(), version.clone())).collect()
}

/// The names of all who take part in a measurement or in the runs that it is of, each written shortest. Some are no players,
/// such as sets of problems.
pub fn named(measure: &Measure) -> BTreeSet<String> {
    let of_series = |(Series { experiment, set }, _): &(Series, u64)| {
        let loaded = load(experiment, set).ok();
        let met = |loaded: Loaded| {
            let Split { bred_on, chosen_on } = loaded.split();
            [bred_on, chosen_on, vec![loaded.experiment.yardstick.player]].concat()
        };
        loaded.map(met).unwrap_or_default()
    };
    let of_runs = measure.series();
    let of_runs = of_runs.iter().flat_map(of_series);
    let of_games = measure.players().into_iter().map(str::to_owned);
    of_games.chain(of_runs).map(|name| written_shortest(&name)).collect()
}

fn written_shortest(name: &str) -> String {
    name.parse::<PlayerName>().map_or_else(|_| name.to_owned(), |name| name.to_string())
}
