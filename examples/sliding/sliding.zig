// The eight puzzle as a puzzle of one's own, in Zig: slide tiles until they are in order.
//
// Build: python -m ziglang build-exe sliding.zig -target wasm32-freestanding -O ReleaseSmall -fno-entry -rdynamic -fstrip -femit-bin=sliding.wasm

// All that the rules depend on: Ludevo copies these 11 bytes. The first one means the same in every puzzle.
const State = extern struct {
    // 0: go on; 3: solved; 4: stuck.
    turn: u8,
    unused: u8,
    // From left to right and from top to bottom; 0 is the hole.
    tiles: [9]u8,
};

var state: State = undefined;
var codes: [4]u32 = undefined;
var cells: [3]f64 = undefined;

fn apart(one: usize, other: usize) usize {
    return if (one > other) one - other else other - one;
}

fn hole() usize {
    var square: usize = 0;
    while (square < 8 and state.tiles[square] != 0) square += 1;
    return square;
}

fn isInOrder() bool {
    for (state.tiles, 1..) |tile, place| {
        if (tile != place % 9) return false;
    }
    return true;
}

// What Ludevo asks once: the version of the interface, and where the state, the moves and the view are.
export fn ludevo_abi() i32 {
    return 1;
}
export fn state_at() *State {
    return &state;
}
export fn moves_at() *[4]u32 {
    return &codes;
}
export fn view_at() *[3]f64 {
    return &cells;
}

// Writes the moves of the state: the squares whose tile can slide into the hole.
export fn moves() i32 {
    const empty = hole();
    var count: usize = 0;
    for (0..9) |square| {
        if (apart(square % 3, empty % 3) + apart(square / 3, empty / 3) == 1) {
            codes[count] = @intCast(square);
            count += 1;
        }
    }
    return @intCast(count);
}

// Changes the state by a move.
export fn apply(square: u32) void {
    state.tiles[hole()] = state.tiles[square % 9];
    state.tiles[square % 9] = 0;
    state.turn = if (isInOrder()) 3 else 0;
}

// Writes the problem of a number: the goal after 10 to 39 random slides, never none.
export fn problem(number: u64) void {
    state = .{ .turn = 0, .unused = 0, .tiles = .{ 1, 2, 3, 4, 5, 6, 7, 8, 0 } };
    var random = number;
    var slides: u64 = 0;
    while (slides < 10 + number % 30 or isInOrder()) : (slides += 1) {
        random = random *% 6364136223846793005 +% 1442695040888963407;
        const count: u64 = @intCast(moves());
        apply(codes[@intCast((random >> 33) % count)]);
    }
}

// Writes what programs may ask about the state. This is your knowledge of the puzzle: each number is a terminal of the
// manifest.
export fn view(wanted: u64) void {
    _ = wanted;
    var misplaced: usize = 0;
    var distance: usize = 0;
    var turned: usize = 0;
    for (state.tiles, 0..) |tile, square| {
        if (tile == 0) continue;
        const goal: usize = tile - 1;
        if (goal != square) misplaced += 1;
        distance += apart(goal % 3, square % 3) + apart(goal / 3, square / 3);
        for (state.tiles[square + 1 ..]) |later| {
            if (later != 0 and later < tile) turned += 1;
        }
    }
    cells[0] = @floatFromInt(misplaced);
    cells[1] = @floatFromInt(distance);
    cells[2] = @floatFromInt(turned);
}
