"""The keys that a batch makes for its matches are those of their seeds."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque.batching.seeds import stem_of, write_key
from ludotheque.engine.chance import key_of


@pytest.mark.parametrize("seed", [0, "", "a", "Nasenspiel é ✓", *("x" * size for size in range(40, 66)), "y" * 500])
def test_keys_are_those_of_the_seeds(seed: str | int) -> None:
    key = np.zeros(8, np.int64)
    for number in (0, 1, 9, 10, 11, 99, 100, 4095, 10**9, 10**18 - 1):
        write_key(stem_of(seed), number, key)
        assert key.tolist() == key_of(f"{seed} {number}").tolist()
