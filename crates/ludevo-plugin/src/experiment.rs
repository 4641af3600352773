//! The experiment of a game whose author wrote none.

use crate::manifest::Manifest;

/// An experiment that gives a first champion in a minute or two, as TOML.
pub(crate) fn default_for(manifest: &Manifest) -> String {
    let Manifest { name, title, .. } = manifest;
    if manifest.puzzle.is_some() {
        return format!(
            r#"game = "{name}"
summary = "an estimate of how far the goal is, for a first solver of {title}"

[program]
genome = "estimate"

[program.trees]
birth = {{ method = "ramped", from = 1, to = 4 }}
growth = 3
constant = 0.3
nodes = 40

[player]
nodes = 2000

[worth]
by = "orders"
against = "breadth"
baseline = 20000
length = 0.2

[evolution]
population = 40
generations = 15
selection = {{ by = "tournament", size = 4 }}
breeding = {{ operators = "one-of", crossover = 0.5, mutation = 0.5 }}
elite = 2
parsimony = {{ lexicographic = true }}

[[fitness]]
round = "problems"
count = 12

[yardstick]
player = "test"
games = 20
every = 3
finalists = 3
final_games = 40
fresh_games = 100
"#
        );
    }
    let depth = if manifest.chance { 1 } else { 2 };
    format!(
        r#"game = "{name}"
summary = "a first player of {title}, in a minute or two"

[program]
language = "own"
depth = 6
openings = 2

[program.trees]
birth = {{ method = "ramped", from = 2, to = 4 }}
growth = 3
local = 0.3
constant = 0.3

[player]
depth = {depth}

[evolution]
population = 40
generations = 20
selection = {{ by = "tournament", size = 4 }}
breeding = {{ operators = "one-of", crossover = 0.5, mutation = 0.5 }}
elite = 2
reject_twins = 3
parsimony = {{ lexicographic = true }}

[[fitness]]
round = "guide"
player = "ab2"
games = 10
points = 0.5

[[fitness]]
round = "co-play"
games = 6

[yardstick]
player = "mcts100"
games = 20
every = 4
finalists = 4
final_games = 100
fresh_games = 200
"#
    )
}
