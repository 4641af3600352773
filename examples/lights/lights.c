// Lights Out on 5x5 as a puzzle of one's own, in C: a press changes a lamp and those beside it; all are to be out.
//
// Build: python -m ziglang cc --target=wasm32-freestanding -nostdlib -Wl,--no-entry -Wl,--strip-all -O2 lights.c -o lights.wasm
// or:    clang --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--strip-all -O2 lights.c -o lights.wasm

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

// All that the rules depend on. Ludevo copies these 16 bytes; the first two mean the same in every puzzle.
static struct {
    u8 turn;       // 0: go on; 3: solved
    u8 unused[7];
    u64 lit;       // a1 is bit 0, b1 is bit 1, a2 is bit 5
} state;
static u32 codes[25];
static u64 cells[4];

#define ALL ((1u << 25) - 1)
#define LEFT 0x0108421u

// The lamps beside those of a set.
static u32 beside(u32 set) {
    return ((set << 5) | (set >> 5) | ((set << 1) & ~LEFT) | ((set & ~LEFT) >> 1)) & ALL;
}

static void settle(u32 lit) {
    state.lit = lit;
    state.turn = lit ? 0 : 3;
}

int EXPORT(ludevo_abi)(void) { return 1; }
void *EXPORT(state_at)(void) { return &state; }
void *EXPORT(moves_at)(void) { return codes; }
void *EXPORT(view_at)(void) { return cells; }

// Some lamps are pressed at random, so that there is a solution: 3 to 8 of them.
void EXPORT(problem)(u64 number) {
    u64 random = number * 0x9e3779b97f4a7c15ull + 1;
    u32 lit = 0;
    for (u64 press = 0; press < 3 + number % 6 || !lit; press++) {
        random = random * 6364136223846793005ull + 1442695040888963407ull;
        u32 lamp = 1u << ((random >> 33) % 25);
        lit ^= lamp | beside(lamp);
    }
    settle(lit);
}

int EXPORT(moves)(void) {
    for (u32 lamp = 0; lamp < 25; lamp++) codes[lamp] = lamp;
    return 25;
}

void EXPORT(apply)(u32 lamp) {
    u32 pressed = 1u << (lamp % 25);
    settle((u32)state.lit ^ (pressed | beside(pressed)));
}

void EXPORT(view)(u64 wanted) {
    u32 lit = (u32)state.lit;
    cells[0] = lit;
    cells[1] = lit & ~beside(lit);
    cells[2] = lit & 0x1f8c63fu;
    // Lamps whose whole neighbourhood is lit.
    cells[3] = lit & (lit << 5 | 0x1f) & (lit >> 5 | 0x1f00000u) & (lit << 1 | LEFT) & (lit >> 1 | LEFT << 4);
}
