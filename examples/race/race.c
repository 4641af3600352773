// A race with one die as a game of one's own, in C: two runners each, a runner that meets one of the enemy's sends it back.
//
// Build: python -m ziglang cc --target=wasm32-freestanding -nostdlib -Wl,--no-entry -Wl,--strip-all -O2 race.c -o race.wasm

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef unsigned char u8;
typedef unsigned int u32;
typedef long long i64;

// The goal; whoever has both runners there wins. Squares 5, 10 and 15 are safe.
#define GOAL 20
#define CHANCE 2

// All that the rules depend on. Ludevo copies these 8 bytes; the first two mean the same in every game.
static struct {
    u8 turn;           // 0 or 1: this player moves; 2: the die is rolled; 3 or 4: the first or the second has won
    u8 mover;          // who moves after the roll
    u8 die;            // what was rolled
    u8 runners[2][2];  // where the runners of both players are
    u8 unused;
} state;
static u32 codes[6];
static double cells[6];
static char words[64];

int EXPORT(ludevo_abi)(void) { return 1; }
void *EXPORT(state_at)(void) { return &state; }
void *EXPORT(moves_at)(void) { return codes; }
void *EXPORT(view_at)(void) { return cells; }
void *EXPORT(text_at)(void) { return words; }

void EXPORT(initial)(void) {
    state.turn = CHANCE;
    state.mover = state.die = 0;
    for (int runner = 0; runner < 4; runner++) state.runners[runner / 2][runner % 2] = 0;
}

// Chance rolls 1 to 6; a player moves runner 0 or 1, or passes with 2 if none can move that far.
int EXPORT(moves)(void) {
    if (state.turn == CHANCE) {
        for (u32 pips = 1; pips <= 6; pips++) codes[pips - 1] = pips;
        return 6;
    }
    u8 *own = state.runners[state.turn & 1];
    int count = 0;
    // Two runners on one square move alike.
    for (u32 runner = 0; runner < 2; runner++)
        if (own[runner] + state.die <= GOAL && (runner == 0 || own[0] != own[1])) codes[count++] = runner;
    if (!count) codes[count++] = 2;
    return count;
}

// A six is as likely as it is with a die that is loaded a little.
double EXPORT(likelihood)(u32 pips) { return pips == 6 ? 0.25 : 0.15; }

void EXPORT(apply)(u32 action) {
    if (state.turn == CHANCE) {
        state.die = action;
        state.turn = state.mover;
        return;
    }
    int player = state.turn & 1;
    if (action < 2) {
        u8 reached = state.runners[player][action] += state.die;
        for (int enemy = 0; enemy < 2 && reached < GOAL && reached % 5; enemy++)
            if (state.runners[1 - player][enemy] == reached) state.runners[1 - player][enemy] = 0;
    }
    state.die = 0;
    state.mover = 1 - player;
    int is_won = state.runners[player][0] == GOAL && state.runners[player][1] == GOAL;
    state.turn = is_won ? 3 + player : CHANCE;
}

// Rolls and runners in words.
int EXPORT(text)(u32 action) {
    const char *text = state.turn == CHANCE ? "roll " : action == 2 ? "pass" : "runner ";
    int length = 0;
    for (; text[length]; length++) words[length] = text[length];
    if (state.turn == CHANCE) words[length++] = '0' + action;
    else if (action < 2) words[length++] = '1' + action;
    return length;
}

// Runners that one roll of the other side can send back.
static int exposed(const u8 *mine, const u8 *theirs) {
    int found = 0;
    for (int runner = 0; runner < 2; runner++)
        for (int other = 0; other < 2; other++) {
            u8 place = mine[runner], from = theirs[other];
            if (place % 5 && from < place && place - from <= 6) { found++; break; }
        }
    return found;
}

// What programs may ask, as seen by the player to move.
void EXPORT(view)(i64 wanted) {
    u8 *own = state.runners[state.mover & 1], *enemy = state.runners[1 - (state.mover & 1)];
    cells[0] = own[0] + own[1] - enemy[0] - enemy[1];
    cells[1] = exposed(own, enemy);
    cells[2] = exposed(enemy, own);
    cells[3] = (own[0] == GOAL) + (own[1] == GOAL) - (enemy[0] == GOAL) - (enemy[1] == GOAL);
    cells[4] = own[0] < own[1] ? own[0] : own[1];
    cells[5] = enemy[0] < enemy[1] ? enemy[0] : enemy[1];
}
