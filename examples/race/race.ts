// A race with one die as a game of one's own, in AssemblyScript: two runners each, a runner that meets one of the enemy's
// sends it back.
//
// Build: npx --yes --package=assemblyscript asc race.ts --runtime stub -O3 --noAssert --use abort= --outFile race.wasm

// The goal; whoever has both runners there wins. Squares 5, 10 and 15 are safe.
const GOAL = 20;
const CHANCE = 2;

// All that the rules depend on. Ludevo copies these 8 bytes; the first two mean the same in every game: byte 0 is the
// turn (0 or 1: this player moves; 2: the die is rolled; 3 or 4: the first or the second has won), byte 1 who moves after
// the roll. Byte 2 is what was rolled; where the runners of both players are follows.
const state = memory.data(8);
const codes = memory.data(6 * 4, 4);
const cells = memory.data(6 * 8, 8);
const words = memory.data(64);

export function ludevo_abi(): i32 { return 1; }
export function state_at(): usize { return state; }
export function moves_at(): usize { return codes; }
export function view_at(): usize { return cells; }
export function text_at(): usize { return words; }

function turn(): i32 { return load<u8>(state); }
function mover(): i32 { return load<u8>(state + 1) & 1; }
function die(): i32 { return load<u8>(state + 2); }
function runner(player: i32, number: i32): i32 { return load<u8>(state + 3 + 2 * player + number); }
function put(player: i32, number: i32, square: i32): void { store<u8>(state + 3 + 2 * player + number, square); }

export function initial(): void {
  memory.fill(state, 0, 8);
  store<u8>(state, CHANCE);
}

// Chance rolls 1 to 6; a player moves runner 0 or 1, or passes with 2 if none can move that far.
export function moves(): i32 {
  if (turn() == CHANCE) {
    for (let pips = 1; pips <= 6; pips++) store<u32>(codes + 4 * (pips - 1), pips);
    return 6;
  }
  const own = turn() & 1;
  let count = 0;
  // Two runners on one square move alike.
  for (let number = 0; number < 2; number++)
    if (runner(own, number) + die() <= GOAL && (number == 0 || runner(own, 0) != runner(own, 1)))
      store<u32>(codes + 4 * count++, number);
  if (!count) store<u32>(codes + 4 * count++, 2);
  return count;
}

// A six is as likely as it is with a die that is loaded a little.
export function likelihood(pips: i32): f64 { return pips == 6 ? 0.25 : 0.15; }

export function apply(action: i32): void {
  if (turn() == CHANCE) {
    store<u8>(state + 2, action);
    store<u8>(state, mover());
    return;
  }
  const player = turn() & 1;
  if (action < 2) {
    const reached = runner(player, action) + die();
    put(player, action, reached);
    for (let enemy = 0; enemy < 2 && reached < GOAL && reached % 5; enemy++)
      if (runner(1 - player, enemy) == reached) put(1 - player, enemy, 0);
  }
  const is_won = runner(player, 0) == GOAL && runner(player, 1) == GOAL;
  store<u8>(state + 2, 0);
  store<u8>(state + 1, 1 - player);
  store<u8>(state, is_won ? 3 + player : CHANCE);
}

// Rolls and runners in words.
export function text(action: i32): i32 {
  const rolls = turn() == CHANCE;
  const word = rolls ? "roll " : action == 2 ? "pass" : "runner ";
  for (let place = 0; place < word.length; place++) store<u8>(words + place, word.charCodeAt(place));
  if (!rolls && action == 2) return word.length;
  store<u8>(words + word.length, 48 + action + i32(!rolls));
  return word.length + 1;
}

// Runners that one roll of the other side can send back.
function exposed(mine: i32, theirs: i32): f64 {
  let found = 0;
  for (let number = 0; number < 2; number++)
    for (let other = 0; other < 2; other++) {
      const place = runner(mine, number), from = runner(theirs, other);
      if (place % 5 && from < place && place - from <= 6) { found++; break; }
    }
  return found;
}

function home(player: i32): f64 { return i32(runner(player, 0) == GOAL) + i32(runner(player, 1) == GOAL); }
function covered(player: i32): f64 { return runner(player, 0) + runner(player, 1); }
function last(player: i32): f64 { return min(runner(player, 0), runner(player, 1)); }

// What programs may ask, as seen by the player to move.
export function view(wanted: i64): void {
  const own = mover(), enemy = 1 - own;
  store<f64>(cells, covered(own) - covered(enemy));
  store<f64>(cells + 8, exposed(own, enemy));
  store<f64>(cells + 16, exposed(enemy, own));
  store<f64>(cells + 24, home(own) - home(enemy));
  store<f64>(cells + 32, last(own));
  store<f64>(cells + 40, last(enemy));
}
