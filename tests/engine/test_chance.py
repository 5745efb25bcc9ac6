"""Chance: ChaCha8 as published, uniform draws, independent streams."""

from __future__ import annotations

import struct
from collections import Counter

import numpy as np
import pytest

from ludotheque.engine import chance


def chacha8(key: bytes, block: int, stream: int) -> list[int]:
    """Return a block of ChaCha with 8 rounds, implemented from its description: 16 words, columns, then diagonals."""
    start = [
        *struct.unpack("<4I", b"expand 32-byte k"),
        *struct.unpack("<8I", key),
        block,
        0,
        stream % 2**32,
        stream >> 32,
    ]
    words = list(start)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for plus, into, by in ((b, d, 16), (d, b, 12), (b, d, 8), (d, b, 7)):
            target = a if into == d else c
            words[target] = (words[target] + words[plus]) % 2**32
            words[into] ^= words[target]
            words[into] = (words[into] << by | words[into] >> (32 - by)) % 2**32

    for _ in range(4):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(word + first) % 2**32 for word, first in zip(words, start, strict=True)]


def seeded(seed: str | int, stream: int = 0) -> np.ndarray:
    fresh = np.zeros(chance.CHANCE.shape, chance.CHANCE.base)
    chance.seed_chance(fresh, chance.key_of(seed), stream)
    return fresh


@pytest.mark.parametrize("stream", [0, 7, 5 << 32 | 3])
def test_blocks_are_chacha8(stream: int) -> None:
    own = seeded("seed", stream)
    key = struct.pack("<8I", *chance.key_of("seed").tolist())
    for block in range(3):
        chance.next_block(own)
        assert own[chance.WORDS :].tolist() == chacha8(key, block, stream)


def test_draws_use_the_halves_of_the_words_in_order() -> None:
    own = seeded("halves")
    words = chacha8(struct.pack("<8I", *chance.key_of("halves").tolist()), 0, 0)
    halves = [half for word in words for half in (word & 0xFFFF, word >> 16)]
    # A power of two never drops a half.
    assert [int(chance.draw(own, 256)) for _ in range(32)] == [half * 256 >> 16 for half in halves]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 40, 90])
def test_draws_are_uniform(count: int) -> None:
    own = seeded(f"uniform {count}")
    drawn = Counter(int(chance.draw(own, count)) for _ in range(1000 * count))
    assert sorted(drawn) == list(range(count))
    # Chi-square with count - 1 degrees of freedom: its mean is count - 1, its variance 2 (count - 1).
    chi = sum((found - 1000) ** 2 / 1000 for found in drawn.values())
    assert chi < count - 1 + 5 * (2 * count) ** 0.5


def test_a_shuffle_produces_every_order() -> None:
    own = seeded("orders")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = np.arange(3)
        chance.shuffle(own, items, 3)
        orders[tuple(items.tolist())] += 1
    assert len(orders) == 6
    assert max(orders.values()) - min(orders.values()) < 200


def test_a_shuffle_uses_the_same_draws_as_draw() -> None:
    own, other = seeded("same"), seeded("same")
    items = np.arange(60)
    chance.shuffle(own, items, 60)
    expected = list(range(60))
    for last in range(59, 0, -1):
        place = int(chance.draw(other, last + 1))
        expected[last], expected[place] = expected[place], expected[last]
    assert items.tolist() == expected
    assert own.tolist() == other.tolist()


def test_seeds_and_streams_differ() -> None:
    keys = [(seed, stream) for seed in ("a", "b", 1) for stream in (0, 1)]
    assert len({int(chance.draw(seeded(*key), 1000)) for key in keys}) == len(keys)
    assert seeded(5).tolist() == seeded("5").tolist()


def test_playout_picks_stay_in_range_and_reach_everything() -> None:
    picks = np.zeros(4, np.int64)
    chance.seed_picks(picks, chance.key_of("picks"), 3)
    found = Counter(int(chance.pick(picks, 7)) for _ in range(7000))
    assert sorted(found) == list(range(7))
    assert min(found.values()) > 800
