// Tic-tac-toe as a game of one's own, in AssemblyScript: three in a line on 3x3 squares win.
//
// Build: npx --yes --package=assemblyscript asc tictactoe.ts --runtime stub -O3 --noAssert --use abort= --outFile tictactoe.wasm

// All that the rules depend on: Ludevo copies these 11 bytes. The first two mean the same in every game: byte 0 is the
// turn (0 or 1: this player moves; 2: chance does; 3 or 4: the first or the second has won; 5: nobody has), byte 1 who
// moves after chance. The nine squares follow: 0 for an empty one, 1 or 2 for a piece of the first or the second player.
const state = memory.data(11);
const squares = state + 2;
const codes = memory.data(9 * 4, 4);
const cells = memory.data(3 * 8, 8);
const lines = memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6]);

// What Ludevo asks once: the version of the interface, and where the state, the moves and the view are.
export function ludevo_abi(): i32 { return 1; }
export function state_at(): usize { return state; }
export function moves_at(): usize { return codes; }
export function view_at(): usize { return cells; }

function turn(): i32 { return load<u8>(state); }
function piece_on(square: i32): i32 { return load<u8>(squares + square); }

// Writes the state that a game starts from.
export function initial(): void { memory.fill(state, 0, 11); }

// Writes the moves of the state, numbers of your own choosing, and says how many there are.
export function moves(): i32 {
  let count = 0;
  for (let square = 0; square < 9; square++)
    if (!piece_on(square)) store<u32>(codes + 4 * count++, square);
  return count;
}

// How many squares of a line have this piece.
function of_line(line: i32, piece: i32): i32 {
  let count = 0;
  for (let place = 0; place < 3; place++)
    count += i32(piece_on(load<u8>(lines + 3 * line + place)) == piece);
  return count;
}

// Changes the state by a move.
export function apply(square: i32): void {
  const piece = turn() + 1;
  store<u8>(squares + square % 9, piece);
  let is_won = false, is_full = true;
  for (let line = 0; line < 8; line++) is_won = is_won || of_line(line, piece) == 3;
  for (let place = 0; place < 9; place++) is_full = is_full && piece_on(place) != 0;
  store<u8>(state, is_won ? 2 + piece : is_full ? 5 : 1 - turn());
}

// Lines with so many pieces of one side and none of the other.
function open_lines(piece: i32, count: i32): f64 {
  let found = 0;
  for (let line = 0; line < 8; line++)
    found += i32(of_line(line, piece) == count && of_line(line, 3 - piece) == 0);
  return found;
}

// Writes what programs may ask about the state, with the eyes of the player to move. This is your knowledge of the game:
// each number is a terminal of the manifest.
export function view(wanted: i64): void {
  const own = (turn() & 1) + 1, centre = piece_on(4);
  store<f64>(cells, open_lines(own, 2) - open_lines(3 - own, 2));
  store<f64>(cells + 8, open_lines(own, 1) - open_lines(3 - own, 1));
  store<f64>(cells + 16, centre == 0 ? 0 : centre == own ? 1 : -1);
}
