// Tic-tac-toe as a game of one's own, in C: three in a line on 3x3 squares win.
//
// Build: python -m ziglang cc --target=wasm32-freestanding -nostdlib -Wl,--no-entry -Wl,--strip-all -O2 tictactoe.c -o tictactoe.wasm

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef unsigned char u8;
typedef unsigned int u32;
typedef long long i64;

// All that the rules depend on: Ludevo copies these 11 bytes. The first two mean the same in every game.
static struct {
    u8 turn;        // 0 or 1: this player moves; 2: chance does; 3 or 4: the first or the second has won; 5: nobody has
    u8 mover;       // who moves after chance, where there is chance
    u8 squares[9];  // 0 for an empty square, 1 or 2 for a piece of the first or the second player
} state;
static u32 codes[9];
static double cells[3];

static const u8 lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

// What Ludevo asks once: the version of the interface, and where the state, the moves and the view are.
int EXPORT(ludevo_abi)(void) { return 1; }
void *EXPORT(state_at)(void) { return &state; }
void *EXPORT(moves_at)(void) { return codes; }
void *EXPORT(view_at)(void) { return cells; }

// Writes the state that a game starts from.
void EXPORT(initial)(void) {
    state.turn = state.mover = 0;
    for (int square = 0; square < 9; square++) state.squares[square] = 0;
}

// Writes the moves of the state, numbers of your own choosing, and says how many there are.
int EXPORT(moves)(void) {
    int count = 0;
    for (u32 square = 0; square < 9; square++)
        if (!state.squares[square]) codes[count++] = square;
    return count;
}

// How many squares of a line have this piece.
static int of_line(const u8 *line, u8 piece) {
    int count = 0;
    for (int place = 0; place < 3; place++) count += state.squares[line[place]] == piece;
    return count;
}

// Changes the state by a move.
void EXPORT(apply)(u32 square) {
    u8 piece = state.turn + 1;
    state.squares[square % 9] = piece;
    int is_won = 0, is_full = 1;
    for (int line = 0; line < 8; line++) is_won |= of_line(lines[line], piece) == 3;
    for (int place = 0; place < 9; place++) is_full &= state.squares[place] != 0;
    state.turn = is_won ? 2 + piece : is_full ? 5 : 1 - state.turn;
}

// Lines with so many pieces of one side and none of the other.
static double open_lines(u8 piece, int count) {
    int found = 0;
    for (int line = 0; line < 8; line++)
        found += of_line(lines[line], piece) == count && of_line(lines[line], 3 - piece) == 0;
    return found;
}

// Writes what programs may ask about the state, with the eyes of the player to move. This is your knowledge of the game:
// each number is a terminal of the manifest.
void EXPORT(view)(i64 wanted) {
    u8 own = (state.turn & 1) + 1;
    cells[0] = open_lines(own, 2) - open_lines(3 - own, 2);
    cells[1] = open_lines(own, 1) - open_lines(3 - own, 1);
    cells[2] = state.squares[4] == 0 ? 0 : state.squares[4] == own ? 1 : -1;
}
