/* Random matches of Keks, hand-written in C: a reference for the speed of `ludotheque.games.keks`.
 *
 * It does the same work: deal 60 tiles, list all legal moves at every step, play one of them, count colours until the
 * match is over. benchmarks/run.py builds and runs it:  cc -O3 -march=native keks_random.c && ./a.out MATCHES
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint32_t u32;

static u32 s[4];
static inline u32 rotl(u32 x, int k) { return (x << k) | (x >> (32 - k)); }
static inline u32 next(void) {
    u32 result = rotl(s[0] + s[3], 7) + s[0], t = s[1] << 9;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 11);
    return result;
}
static inline u32 pick(u32 n) { return (u32)(((u64)next() * n) >> 32); }

#define FULL 0x7EFFFFFFFFFFFF7EULL
#define NOT_A 0xFEFEFEFEFEFEFEFEULL
#define NOT_H 0x7F7F7F7F7F7F7F7FULL
#define STOP 64

typedef struct {
    u64 tiles, colours[10];
    signed char colour_of[64];
    signed char held[2][10];
    int gone, decided, eliminated, won[2], colour, turn;
} State;

static inline u64 takeable(u64 t) {
    u64 n = t >> 8, so = t << 8, e = (t & NOT_A) >> 1, w = (t & NOT_H) << 1;
    u64 ns = n & so, ew = e & w;
    u64 at_most_one = ~(ns | ew | ((n | so) & (e | w)));
    u64 ne = (n & NOT_A) >> 1, se = (so & NOT_A) >> 1, nw = (n & NOT_H) << 1, sw = (so & NOT_H) << 1;
    u64 corner = ((e & ((n & ne) | (so & se))) | (w & ((n & nw) | (so & sw)))) & ~ns & ~ew;
    return t & (at_most_one | corner);
}

static void setup(State *g) {
    static const signed char start[60] = {0,0,0,0,0,0,1,1,1,1,1,1,2,2,2,2,2,2,3,3,3,3,3,3,4,4,4,4,4,4,
                                          5,5,5,5,5,5,6,6,6,6,6,6,7,7,7,7,7,7,8,8,8,8,8,8,9,9,9,9,9,9};
    signed char tiles[60];
    memset(g, 0, sizeof *g);
    memcpy(tiles, start, 60);
    for (int i = 59; i > 0; i--) {
        int j = pick(i + 1);
        signed char x = tiles[i]; tiles[i] = tiles[j]; tiles[j] = x;
    }
    g->tiles = FULL;
    g->eliminated = g->colour = -1;
    for (int sq = 0, i = 0; sq < 64; sq++)
        if (FULL >> sq & 1) {
            g->colour_of[sq] = tiles[i];
            g->colours[(int)tiles[i++]] |= 1ULL << sq;
        }
}

static int legal(const State *g, int *out) {
    int n = 0;
    u64 b = takeable(g->tiles);
    if (g->colour >= 0) b &= g->colours[g->colour];
    for (; b; b &= b - 1) out[n++] = __builtin_ctzll(b);
    if (g->colour >= 0) out[n++] = STOP;
    return n;
}

static void apply(State *g, int action) {
    if (action != STOP) {
        int c = g->colour_of[action], seat = g->turn;
        g->tiles ^= 1ULL << action;
        g->colours[c] ^= 1ULL << action;
        g->colour = c;
        if (!(g->gone >> c & 1)) g->gone |= 1 << c;
        else if (!(g->decided >> c & 1) && ++g->held[seat][c] == 3) {
            g->held[0][c] = g->held[1][c] = 0;
            g->decided |= 1 << c;
            if (g->eliminated < 0) g->eliminated = c;
            else if (++g->won[seat] == 5) { g->turn = -1; return; }
        }
        if (takeable(g->tiles) & g->colours[c]) return;
    }
    g->colour = -1;
    g->turn = 1 - g->turn;
}

int main(int argc, char **argv) {
    long matches = argc > 1 ? atol(argv[1]) : 1000000, moves = 0, wins[2] = {0, 0};
    int out[64];
    State g;
    struct timespec a, b;
    s[0] = 1; s[1] = 2; s[2] = 3; s[3] = 4;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long m = 0; m < matches; m++) {
        setup(&g);
        while (g.turn >= 0) {
            int n = legal(&g, out);
            apply(&g, out[pick(n)]);
            moves++;
        }
        wins[g.won[1] == 5]++;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
    printf("{\"matches\": %ld, \"moves\": %ld, \"seconds\": %.6f, \"wins\": [%ld, %ld]}\n",
           matches, moves, seconds, wins[0], wins[1]);
    return 0;
}
