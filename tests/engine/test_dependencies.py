"""The hash of a compiled function changes with everything that affects machine code, and with nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest
from numba import njit

from ludotheque.engine.dependencies import dependencies, register

NAME = "ludotheque.planted_module"
TABLES = {"STEP": 3, "TABLE": np.array([1, 2, 3]), "PAIRS": ((1, 2), (3, 4))}
SOURCE = '''
@njit
def helper(number):
    """Docstring."""
    return number + STEP

@njit
def entry(number):
    return helper(number) + TABLE[0] + PAIRS[1][0] + other.far(number)
'''
FAR = """
@njit
def far(number):
    return number * 2
"""


def module(source: str, **names: Any) -> ModuleType:
    made = ModuleType(NAME)
    made.__dict__.update({"njit": njit, **names})
    exec(source, made.__dict__)
    return made


def hash_of(source: str = SOURCE, far: str = FAR, **tables: Any) -> str:
    return dependencies(module(source, other=module(far), **(TABLES | tables)).entry)


def test_the_same_sources_give_the_same_hash() -> None:
    assert hash_of() == hash_of()


@pytest.mark.parametrize(
    "changed",
    [
        {"source": SOURCE.replace("return number + STEP", "return number - STEP")},
        {"source": SOURCE.replace("TABLE[0]", "TABLE[1]")},
        {"source": SOURCE.replace("@njit\ndef helper", "@njit(fastmath=True)\ndef helper")},
        {"far": FAR.replace("* 2", "* 3")},
        {"STEP": 4},
        {"STEP": 3.0},
        {"TABLE": np.array([1, 2, 4])},
        {"TABLE": np.array([1, 2, 3], np.int8)},
        {"PAIRS": ((1, 2), (3, 5))},
    ],
)
def test_what_affects_machine_code_changes_the_hash(changed: dict[str, Any]) -> None:
    assert hash_of(**changed) != hash_of()


@pytest.mark.parametrize(
    "source",
    [
        SOURCE.replace("Docstring.", "Another one."),
        "# A comment.\n\n" + SOURCE,
        SOURCE + "\nUNUSED = 1\n",
    ],
)
def test_nothing_else_changes_the_hash(source: str) -> None:
    assert hash_of(source) == hash_of()


def generic(state: Any) -> int:
    """Stands for a function that Numba replaces by the one registered for the record."""
    raise NotImplementedError


@pytest.fixture
def registry() -> Iterator[ModuleType]:
    made = ModuleType("ludotheque.planted_registry")
    made.generic = generic  # type: ignore[attr-defined]
    generic.__module__ = made.__name__
    sys.modules[made.__name__] = made
    yield made
    del sys.modules[made.__name__]
    generic.__module__ = __name__


def test_generic_functions_depend_on_the_game_of_their_record_alone(registry: ModuleType) -> None:
    ours, theirs = (numba.from_dtype(np.dtype([(name, np.int64)])) for name in ("ours", "theirs"))
    entry = module("@njit\ndef entry(state):\n    return generic(state)\n", generic=generic).entry

    def hashes(ours_adds: int, theirs_adds: int) -> tuple[str, str]:
        for record, number in ((ours, ours_adds), (theirs, theirs_adds)):
            register(registry.__name__, record, [module("@njit\ndef own(state):\n    return N\n", N=number).own])
        return dependencies(entry, [ours]), dependencies(entry, [numba.types.Array(theirs, 1, "C")])

    first, second, third = hashes(1, 1), hashes(1, 2), hashes(2, 2)
    assert first[0] == second[0] != third[0]
    assert first[1] != second[1] == third[1]


def test_a_record_inside_another_argument_counts(registry: ModuleType) -> None:
    plain = np.dtype([("ours", np.int64)])
    ours = numba.from_dtype(plain)
    holder = numba.from_dtype(np.dtype([("number", np.int64), ("states", plain, (3,))]))
    entry = module("@njit\ndef entry(state):\n    return generic(state)\n", generic=generic).entry

    def hashes(number: int) -> list[str]:
        register(registry.__name__, ours, [module("@njit\ndef own(state):\n    return N\n", N=number).own])
        shapes = [ours, numba.types.Array(ours, 1, "C"), numba.types.UniTuple(ours, 2), holder]
        return [dependencies(entry, [shape]) for shape in shapes]

    assert all(one != two for one, two in zip(hashes(1), hashes(2), strict=True))
