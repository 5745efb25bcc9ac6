"""The keys of a batch's matches: SHA-256 of their seeds, in compiled code, as matches end in the middle of it.

A seed is the batch's own, a blank and the number of the match. `engine.chance.key_of` gives the same keys.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled, inlined

WORD = 0xFFFFFFFF
ROUNDS, BLOCK = 64, 64  # the rounds of a block, and its bytes
PRIMES = [number for number in range(2, 312) if all(number % other for other in range(2, number))]
#: The first 32 bits after the point of the primes' square roots and cube roots.
BEGINNING = np.array([int(prime ** (1 / 2) % 1 * 2**32) for prime in PRIMES[:8]])
CONSTANTS = np.array([int(prime ** (1 / 3) % 1 * 2**32) for prime in PRIMES[:ROUNDS]])


def stem_of(seed: str | int) -> NDArray[np.int64]:
    """What the seeds of a batch begin with, as bytes."""
    return np.frombuffer(f"{seed} ".encode(), np.uint8).astype(np.int64)


@compiled
def write_key(stem, number, key):
    """The key of the match of that number, into eight words."""
    digits = 1
    while 10**digits <= number:
        digits += 1
    size = len(stem) + digits
    words = np.empty(ROUNDS, np.int64)
    for i in range(8):
        key[i] = BEGINNING[i]
    # At least nine more bytes: one that says that the text ends, and eight for its length.
    for begin in range(0, size + 9, BLOCK):
        for i in range(16):
            word = 0
            for place in range(begin + 4 * i, begin + 4 * i + 4):
                word = word << 8 | _byte(stem, number, size, place)
            words[i] = word
        if begin + BLOCK >= size + 9:
            words[15] = size * 8
        _compress(words, key)
    for i in range(8):
        word = key[i]
        key[i] = (word & 0xFF) << 24 | (word & 0xFF00) << 8 | word >> 8 & 0xFF00 | word >> 24


@inlined
def _byte(stem, number, size, place):
    """The seed's byte in that place; behind its end what SHA-256 puts there."""
    if place < len(stem):
        return stem[place]
    if place < size:
        return ord("0") + number // 10 ** (size - 1 - place) % 10
    return 0x80 if place == size else 0


@inlined
def _turn(word, by):
    return (word >> by | word << (32 - by)) & WORD


@inlined
def _compress(words, key):
    """Mix a block of sixteen words into the key."""
    for i in range(16, ROUNDS):
        one, two = words[i - 15], words[i - 2]
        low = _turn(one, 7) ^ _turn(one, 18) ^ one >> 3
        high = _turn(two, 17) ^ _turn(two, 19) ^ two >> 10
        words[i] = (words[i - 16] + low + words[i - 7] + high) & WORD
    a, b, c, d, e, f, g, h = key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7]
    for i in range(ROUNDS):
        one = h + (_turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)) + (e & f ^ ~e & g) + CONSTANTS[i] + words[i]
        two = (_turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (one + two) & WORD, a, b, c, (d + one) & WORD, e, f, g
    for i, word in enumerate((a, b, c, d, e, f, g, h)):
        key[i] = (key[i] + word) & WORD
