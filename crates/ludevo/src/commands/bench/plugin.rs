//! What a module costs: the same games of Reversi through the module of `examples/othello` and built in.

use std::time::Duration;

use anyhow::anyhow;
use ludevo_arena::{Match, Watch};
use ludevo_game::champion::ChampionFile;
use ludevo_game::game::{Game, MatchGame};
use ludevo_game::player_name::PlayerName;
use ludevo_game::registry;

use super::{Rate, fastest};
use crate::commands::find_game;
use crate::failure::Failure;

const MODULE: &[u8] = include_bytes!("../../../../../examples/othello/othello.wasm");
const MANIFEST: &str = include_str!("../../../../../examples/othello/othello.toml");

/// Games of the champion against itself, searched to different depths, and random games, on one core.
pub(super) fn rates() -> Result<Vec<Rate>, Failure> {
    let text = registry::text(registry::champions(), "reversi/champion").unwrap_or_default();
    let champion = ChampionFile::parse(text)?;
    let module = module_with_guide(&champion.program)?;
    let built_in = find_game("reversi")?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut rates = Vec::new();
    for (name, depth, games) in [
        ("Reversi by module, random games", 0, 2000),
        ("Reversi by module, depth 1", 1, 100),
        ("Reversi by module, depth 2", 2, 40),
        ("Reversi by module, depth 4", 4, 6),
    ] {
        let play = |game: &'static dyn Game, player: &str| {
            let player = if depth == 0 { "random".to_owned() } else { format!("{player}@depth={depth}") };
            let player: PlayerName = player.parse()?;
            let matches = game.in_matches().ok_or_else(|| anyhow!("Reversi has matches"))?;
            timed(matches, &player, games).map_err(Failure::from)
        };
        let (own, native) =
            pool.install(|| Ok::<_, Failure>((play(module, "guide")?, play(built_in, "champion")?)))?;
        let [own, native] = [own, native].map(|time| games as f64 / time.as_secs_f64());
        rates.push(Rate::new(name, own, "games/s", "built in", native));
    }
    Ok(rates)
}

/// The module as a game whose guide is this program.
fn module_with_guide(program: &str) -> Result<&'static dyn Game, Failure> {
    let tree = program.lines().skip(1).map(str::trim).collect::<Vec<_>>().join(" ");
    let (before, _) = MANIFEST.split_once("[guide]").unwrap_or((MANIFEST, ""));
    let manifest = format!("{before}[guide]\nprogram = \"{tree}\"\n");
    let brought = ludevo_plugin::bring_from(MODULE.to_vec(), manifest).map_err(|problem| anyhow!(problem))?;
    Ok(brought.game)
}

fn timed(game: &dyn MatchGame, player: &PlayerName, games: u64) -> anyhow::Result<Duration> {
    let (played, time) =
        fastest(3, || game.play_match(player, player, &Match::new(games, 1), Watch::default()));
    played?;
    Ok(time)
}
