// The eight puzzle as a puzzle of one's own, in C: slide tiles until they are in order.
//
// Build: python -m ziglang cc --target=wasm32-freestanding -nostdlib -Wl,--no-entry -Wl,--strip-all -O2 sliding.c -o sliding.wasm

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

// All that the rules depend on: Ludevo copies these 11 bytes. The first one means the same in every puzzle.
static struct {
    u8 turn;      // 0: go on; 3: solved; 4: stuck
    u8 unused;
    u8 tiles[9];  // from left to right and from top to bottom; 0 is the hole
} state;
static u32 codes[4];
static double cells[3];

static int apart(int one, int other) { return one > other ? one - other : other - one; }

static int hole(void) {
    int square = 0;
    while (square < 8 && state.tiles[square]) square++;
    return square;
}

static int is_in_order(void) {
    for (int square = 0; square < 9; square++)
        if (state.tiles[square] != (square + 1) % 9) return 0;
    return 1;
}

// What Ludevo asks once: the version of the interface, and where the state, the moves and the view are.
int EXPORT(ludevo_abi)(void) { return 1; }
void *EXPORT(state_at)(void) { return &state; }
void *EXPORT(moves_at)(void) { return codes; }
void *EXPORT(view_at)(void) { return cells; }

// Writes the moves of the state: the squares whose tile can slide into the hole.
int EXPORT(moves)(void) {
    int empty = hole(), count = 0;
    for (int square = 0; square < 9; square++)
        if (apart(square % 3, empty % 3) + apart(square / 3, empty / 3) == 1) codes[count++] = square;
    return count;
}

// Changes the state by a move.
void EXPORT(apply)(u32 square) {
    int empty = hole();
    state.tiles[empty] = state.tiles[square % 9];
    state.tiles[square % 9] = 0;
    state.turn = is_in_order() ? 3 : 0;
}

// Writes the problem of a number: the goal after 10 to 39 random slides, never none.
void EXPORT(problem)(u64 number) {
    for (int square = 0; square < 9; square++) state.tiles[square] = (square + 1) % 9;
    u64 random = number;
    for (u64 slides = 0; slides < 10 + number % 30 || is_in_order(); slides++) {
        random = random * 6364136223846793005ull + 1442695040888963407ull;
        int count = moves();
        apply(codes[(random >> 33) % count]);
    }
}

// Writes what programs may ask about the state. This is your knowledge of the puzzle: each number is a terminal of the
// manifest.
void EXPORT(view)(u64 wanted) {
    int misplaced = 0, distance = 0, turned = 0;
    for (int square = 0; square < 9; square++) {
        int tile = state.tiles[square], goal = tile - 1;
        if (!tile) continue;
        misplaced += goal != square;
        distance += apart(goal % 3, square % 3) + apart(goal / 3, square / 3);
        for (int later = square + 1; later < 9; later++)
            turned += state.tiles[later] && state.tiles[later] < tile;
    }
    cells[0] = misplaced;
    cells[1] = distance;
    cells[2] = turned;
}
