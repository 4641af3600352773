// The eight puzzle as a puzzle of one's own, in AssemblyScript: slide tiles until they are in order.
//
// Build: npx --yes --package=assemblyscript asc sliding.ts --runtime stub -O3 --noAssert --use abort= --outFile sliding.wasm

// All that the rules depend on: Ludevo copies these 11 bytes. The first one means the same in every puzzle (0: go on; 3:
// solved; 4: stuck). The tiles begin at byte 2, from left to right and from top to bottom; 0 is the hole.
const state = memory.data(11);
const tiles = state + 2;
const codes = memory.data(4 * 4, 4);
const cells = memory.data(3 * 8, 8);

function tile(square: i32): i32 { return load<u8>(tiles + square); }
function put(square: i32, tile: i32): void { store<u8>(tiles + square, tile); }
function apart(one: i32, other: i32): i32 { return abs(one - other); }

function hole(): i32 {
  let square = 0;
  while (square < 8 && tile(square)) square++;
  return square;
}

function is_in_order(): bool {
  for (let square = 0; square < 9; square++)
    if (tile(square) != (square + 1) % 9) return false;
  return true;
}

// What Ludevo asks once: the version of the interface, and where the state, the moves and the view are.
export function ludevo_abi(): i32 { return 1; }
export function state_at(): usize { return state; }
export function moves_at(): usize { return codes; }
export function view_at(): usize { return cells; }

// Writes the moves of the state: the squares whose tile can slide into the hole.
export function moves(): i32 {
  const empty = hole();
  let count = 0;
  for (let square = 0; square < 9; square++)
    if (apart(square % 3, empty % 3) + apart(square / 3, empty / 3) == 1) store<u32>(codes + 4 * count++, square);
  return count;
}

// Changes the state by a move.
export function apply(square: i32): void {
  const empty = hole();
  put(empty, tile(square % 9));
  put(square % 9, 0);
  store<u8>(state, is_in_order() ? 3 : 0);
}

// Writes the problem of a number: the goal after 10 to 39 random slides, never none.
export function problem(number: u64): void {
  for (let square = 0; square < 9; square++) put(square, (square + 1) % 9);
  let random = number;
  for (let slides: u64 = 0; slides < 10 + number % 30 || is_in_order(); slides++) {
    random = random * 6364136223846793005 + 1442695040888963407;
    const count = moves();
    apply(load<u32>(codes + 4 * usize((random >> 33) % count)));
  }
}

// Writes what programs may ask about the state. This is your knowledge of the puzzle: each number is a terminal of the
// manifest.
export function view(wanted: u64): void {
  let misplaced = 0, distance = 0, turned = 0;
  for (let square = 0; square < 9; square++) {
    const own = tile(square), goal = own - 1;
    if (!own) continue;
    misplaced += i32(goal != square);
    distance += apart(goal % 3, square % 3) + apart(goal / 3, square / 3);
    for (let later = square + 1; later < 9; later++) turned += i32(tile(later) != 0 && tile(later) < own);
  }
  store<f64>(cells, misplaced);
  store<f64>(cells + 8, distance);
  store<f64>(cells + 16, turned);
}
