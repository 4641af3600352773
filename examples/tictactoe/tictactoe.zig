// Tic-tac-toe as a game of one's own, in Zig: three in a line on 3x3 squares win.
//
// Build: python -m ziglang build-exe tictactoe.zig -target wasm32-freestanding -O ReleaseSmall -fno-entry -rdynamic -fstrip -femit-bin=tictactoe.wasm

// All that the rules depend on: Ludevo copies these 11 bytes. The first two mean the same in every game.
const State = extern struct {
    // 0 or 1: this player moves; 2: chance does; 3 or 4: the first or the second has won; 5: nobody has.
    turn: u8,
    // Who moves after chance, where there is chance.
    mover: u8,
    // 0 for an empty square, 1 or 2 for a piece of the first or the second player.
    squares: [9]u8,
};

var state: State = undefined;
var codes: [9]u32 = undefined;
var cells: [3]f64 = undefined;

const lines = [8][3]u8{ .{ 0, 1, 2 }, .{ 3, 4, 5 }, .{ 6, 7, 8 }, .{ 0, 3, 6 }, .{ 1, 4, 7 }, .{ 2, 5, 8 }, .{ 0, 4, 8 }, .{ 2, 4, 6 } };

// What Ludevo asks once: the version of the interface, and where the state, the moves and the view are.
export fn ludevo_abi() i32 {
    return 1;
}
export fn state_at() *State {
    return &state;
}
export fn moves_at() *[9]u32 {
    return &codes;
}
export fn view_at() *[3]f64 {
    return &cells;
}

// Writes the state that a game starts from.
export fn initial() void {
    state = .{ .turn = 0, .mover = 0, .squares = @splat(0) };
}

// Writes the moves of the state, numbers of your own choosing, and says how many there are.
export fn moves() i32 {
    var count: usize = 0;
    for (state.squares, 0..) |piece, square| {
        if (piece == 0) {
            codes[count] = @intCast(square);
            count += 1;
        }
    }
    return @intCast(count);
}

// How many squares of a line have this piece.
fn ofLine(line: [3]u8, piece: u8) u8 {
    var count: u8 = 0;
    for (line) |square| {
        if (state.squares[square] == piece) count += 1;
    }
    return count;
}

// Changes the state by a move.
export fn apply(square: u32) void {
    const piece = state.turn + 1;
    state.squares[square % 9] = piece;
    var is_won = false;
    var is_full = true;
    for (lines) |line| is_won = is_won or ofLine(line, piece) == 3;
    for (state.squares) |stands| is_full = is_full and stands != 0;
    state.turn = if (is_won) 2 + piece else if (is_full) 5 else 1 - state.turn;
}

// Lines with so many pieces of one side and none of the other.
fn openLines(piece: u8, count: u8) f64 {
    var found: f64 = 0;
    for (lines) |line| {
        if (ofLine(line, piece) == count and ofLine(line, 3 - piece) == 0) found += 1;
    }
    return found;
}

// Writes what programs may ask about the state, with the eyes of the player to move. This is your knowledge of the game:
// each number is a terminal of the manifest.
export fn view(wanted: i64) void {
    _ = wanted;
    const own = (state.turn & 1) + 1;
    const centre = state.squares[4];
    cells[0] = openLines(own, 2) - openLines(3 - own, 2);
    cells[1] = openLines(own, 1) - openLines(3 - own, 1);
    cells[2] = if (centre == 0) 0 else if (centre == own) 1 else -1;
}
