// A race with one die as a game of one's own, in Zig: two runners each, a runner that meets one of the enemy's sends it back.
//
// Build: python -m ziglang build-exe race.zig -target wasm32-freestanding -O ReleaseSmall -fno-entry -rdynamic -fstrip -femit-bin=race.wasm

// The goal; whoever has both runners there wins. Squares 5, 10 and 15 are safe.
const goal = 20;
const chance = 2;

// All that the rules depend on. Ludevo copies these 8 bytes; the first two mean the same in every game.
const State = extern struct {
    // 0 or 1: this player moves; 2: the die is rolled; 3 or 4: the first or the second has won.
    turn: u8,
    // Who moves after the roll.
    mover: u8,
    // What was rolled.
    die: u8,
    // Where the runners of both players are.
    runners: [2][2]u8,
    unused: u8,
};

var state: State = undefined;
var codes: [6]u32 = undefined;
var cells: [6]f64 = undefined;
var words: [64]u8 = undefined;

export fn ludevo_abi() i32 {
    return 1;
}
export fn state_at() *State {
    return &state;
}
export fn moves_at() *[6]u32 {
    return &codes;
}
export fn view_at() *[6]f64 {
    return &cells;
}
export fn text_at() *[64]u8 {
    return &words;
}

export fn initial() void {
    state = .{ .turn = chance, .mover = 0, .die = 0, .runners = .{ .{ 0, 0 }, .{ 0, 0 } }, .unused = 0 };
}

// Chance rolls 1 to 6; a player moves runner 0 or 1, or passes with 2 if none can move that far.
export fn moves() i32 {
    if (state.turn == chance) {
        for (&codes, 1..) |*code, pips| code.* = @intCast(pips);
        return 6;
    }
    const own = state.runners[state.turn & 1];
    var count: usize = 0;
    for (own, 0..) |square, runner| {
        // Two runners on one square move alike.
        if (square + state.die <= goal and (runner == 0 or own[0] != own[1])) {
            codes[count] = @intCast(runner);
            count += 1;
        }
    }
    if (count == 0) {
        codes[0] = 2;
        count = 1;
    }
    return @intCast(count);
}

// A six is as likely as it is with a die that is loaded a little.
export fn likelihood(pips: u32) f64 {
    return if (pips == 6) 0.25 else 0.15;
}

export fn apply(action: u32) void {
    if (state.turn == chance) {
        state.die = @truncate(action);
        state.turn = state.mover;
        return;
    }
    const player = state.turn & 1;
    const own = &state.runners[player];
    if (action < 2) {
        own[action] += state.die;
        const reached = own[action];
        if (reached < goal and reached % 5 != 0) {
            for (&state.runners[1 - player]) |*enemy| {
                if (enemy.* == reached) enemy.* = 0;
            }
        }
    }
    state.die = 0;
    state.mover = 1 - player;
    state.turn = if (own[0] == goal and own[1] == goal) 3 + player else chance;
}

// Rolls and runners in words.
export fn text(action: u32) i32 {
    const rolls = state.turn == chance;
    const word: []const u8 = if (rolls) "roll " else if (action == 2) "pass" else "runner ";
    for (word, 0..) |letter, place| words[place] = letter;
    var length = word.len;
    if (rolls or action < 2) {
        const digit: u8 = @truncate(action);
        words[length] = digit + @as(u8, if (rolls) '0' else '1');
        length += 1;
    }
    return @intCast(length);
}

// Runners that one roll of the other side can send back.
fn exposed(mine: [2]u8, theirs: [2]u8) f64 {
    var found: f64 = 0;
    for (mine) |place| {
        for (theirs) |from| {
            if (place % 5 != 0 and from < place and place - from <= 6) {
                found += 1;
                break;
            }
        }
    }
    return found;
}

fn number(value: u8) f64 {
    return @floatFromInt(value);
}

fn home(runners: [2]u8) f64 {
    return number(@intFromBool(runners[0] == goal)) + number(@intFromBool(runners[1] == goal));
}

// What programs may ask, as seen by the player to move.
export fn view(wanted: i64) void {
    _ = wanted;
    const own = state.runners[state.mover & 1];
    const enemy = state.runners[1 - (state.mover & 1)];
    cells[0] = number(own[0]) + number(own[1]) - number(enemy[0]) - number(enemy[1]);
    cells[1] = exposed(own, enemy);
    cells[2] = exposed(enemy, own);
    cells[3] = home(own) - home(enemy);
    cells[4] = number(@min(own[0], own[1]));
    cells[5] = number(@min(enemy[0], enemy[1]));
}
