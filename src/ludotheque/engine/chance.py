"""Random numbers that depend on the seed alone and cannot be predicted from what players have seen.

A match draws from ChaCha8 under a 256-bit key (the SHA-256 of the seed): knowing every card of ten rounds tells nothing
about the eleventh. Playouts choose their moves with a small, fast generator (xoshiro128++) instead. Words are stored in
32 bits and computed in `int64`, so that compiled code and plain Python give the same numbers.
"""

from __future__ import annotations

import hashlib
import secrets

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled, inlined

#: Every state record has a field `chance` of this type: the key (8 words), the stream (2), the number of the next
#: block, how many 16-bit halves of the current block are used up, and the current block (16 words).
CHANCE = np.dtype((np.uint32, (28,)))
STREAM, BLOCK, USED, WORDS = 8, 10, 11, 12
HALVES = 32  # in a block

WORD = 0xFFFFFFFF
HALF = 0xFFFF
C0, C1, C2, C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # "expand 32-byte k"


def new_seed() -> str:
    """Make a seed that nobody can guess: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def key_of(seed: str | int) -> NDArray[np.int64]:
    """Return the key of a seed; a number and its decimal text are the same seed."""
    return np.frombuffer(hashlib.sha256(str(seed).encode()).digest(), dtype="<u4").astype(np.int64)


@inlined
def word(chance, i):
    return np.int64(chance[i])


@inlined
def jump(chance, block):
    """Continue with the draws of the given block."""
    chance[BLOCK] = block
    chance[USED] = HALVES


@compiled
def seed_chance(chance, key, stream):
    for i in range(8):
        chance[i] = key[i]
    chance[STREAM] = stream & WORD
    chance[STREAM + 1] = stream >> 32
    jump(chance, 0)


@inlined
def _rotate(word, by):
    return ((word << by) & WORD) | (word >> (32 - by))


@inlined
def _quarter_round(a, b, c, d):
    a = (a + b) & WORD
    d = _rotate(d ^ a, 16)
    c = (c + d) & WORD
    b = _rotate(b ^ c, 12)
    a = (a + b) & WORD
    d = _rotate(d ^ a, 8)
    c = (c + d) & WORD
    b = _rotate(b ^ c, 7)
    return a, b, c, d


@compiled
def next_block(chance):
    """Compute the next 16 words: ChaCha8 with a 32-bit block number and a 64-bit stream.

    The words are variables rather than an array so that Numba keeps them in registers (75 ns per block).
    """
    k0, k1, k2, k3 = word(chance, 0), word(chance, 1), word(chance, 2), word(chance, 3)
    k4, k5, k6, k7 = word(chance, 4), word(chance, 5), word(chance, 6), word(chance, 7)
    n0, n1, n2, n3 = word(chance, BLOCK), 0, word(chance, STREAM), word(chance, STREAM + 1)
    a0, a1, a2, a3 = C0, C1, C2, C3
    b0, b1, b2, b3, c0, c1, c2, c3 = k0, k1, k2, k3, k4, k5, k6, k7
    d0, d1, d2, d3 = n0, n1, n2, n3
    for _ in range(4):
        a0, b0, c0, d0 = _quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter_round(a3, b0, c1, d2)
    sums = (
        a0 + C0, a1 + C1, a2 + C2, a3 + C3, b0 + k0, b1 + k1, b2 + k2, b3 + k3,
        c0 + k4, c1 + k5, c2 + k6, c3 + k7, d0 + n0, d1 + n1, d2 + n2, d3 + n3,
    )  # fmt: skip
    for i in range(16):
        chance[WORDS + i] = sums[i] & WORD
    chance[BLOCK] = n0 + 1
    chance[USED] = 0


@inlined
def _half(chance, used):
    return (word(chance, WORDS + (used >> 1)) >> ((used & 1) << 4)) & HALF


@inlined
def _is_fair(product, count):
    """Lemire's method: `half * count >> 16` is uniform once the few halves that favour some numbers are rejected."""
    return product & HALF >= count or product & HALF >= (HALF + 1) % count


@compiled
def draw(chance, count):
    """Draw a number from 0 to `count` - 1, uniformly; `count` is at most 65,536."""
    while True:
        used = word(chance, USED)
        if used == HALVES:
            next_block(chance)
            used = 0
        product = _half(chance, used) * count
        chance[USED] = used + 1
        if _is_fair(product, count):
            return product >> 16


@compiled
def shuffle(chance, items, count):
    """Shuffle the first `count` items uniformly. Makes the same draws as `draw`, in one loop for speed."""
    used = word(chance, USED)
    last = count - 1
    while last > 0:
        if used == HALVES:
            next_block(chance)
            used = 0
        product = _half(chance, used) * (last + 1)
        used += 1
        if _is_fair(product, last + 1):
            other = product >> 16
            items[last], items[other] = items[other], items[last]
            last -= 1
    chance[USED] = used


@compiled
def seed_picks(picks, key, stream):
    """Seed a playout generator: 4 words, xoshiro128++."""
    for i in range(4):
        word = (key[i] ^ key[4 + i] ^ (stream * 0x2545F491 + i)) & WORD
        word = ((word ^ (word >> 16)) * 0x7FEB352D) & WORD
        word = ((word ^ (word >> 15)) * 0x46AF35) & WORD
        picks[i] = word ^ (word >> 16)
    picks[0] |= 1  # the all-zero state never changes


@inlined
def pick(picks, count):
    """Draw a number from 0 to `count` - 1, fast; for playouts only (its bias is below count / 2^32)."""
    total = (picks[0] + picks[3]) & WORD
    word = (_rotate(total, 7) + picks[0]) & WORD
    shifted = (picks[1] << 9) & WORD
    picks[2] ^= picks[0]
    picks[3] ^= picks[1]
    picks[1] ^= picks[2]
    picks[0] ^= picks[3]
    picks[2] ^= shifted
    picks[3] = _rotate(picks[3], 11)
    return (word * count) >> 32
