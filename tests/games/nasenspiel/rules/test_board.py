"""The compiled tables of the Nasenspiel agree with plain searches: places for dominoes, groups, maximal moves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ludotheque.engine import calls
from ludotheque.engine.chance import key_of
from ludotheque.games.nasenspiel.rules.board import CELLS, CHANGED, COLUMNS, LINES, STEP, cell_at, square_of
from ludotheque.games.nasenspiel.rules.groups import root_of
from ludotheque.games.nasenspiel.rules.notation import Square, beyond
from ludotheque.games.nasenspiel.rules.placements import AT_ONCE, MAX_ACTIONS, first_line, frame_columns, last_line
from ludotheque.games.nasenspiel.rules.refusal import beside, enclosed
from ludotheque.games.nasenspiel.rules.state import RULES, STATE, lay

Place = tuple[int, Square]


def start() -> Any:
    states = np.zeros(1, STATE)
    calls.begin(states, 0, 2, np.zeros(0, np.int64), key_of(1), 0)
    return states[0]


def squares_of(state: Any) -> set[Square]:
    return {square_of(state.cell[number]) for number in range(int(state.placed))}


def open_places(state: Any) -> set[Place]:
    """Return the places in the record that lie within the frame."""
    found = set()
    for direction in range(2):
        columns = int(frame_columns(state, direction))
        for line in range(first_line(state), last_line(state, direction) + 1):
            anchors = int(state.places[direction, line]) & columns
            found |= {(direction, square_of(line * COLUMNS + c)) for c in range(COLUMNS) if anchors >> c & 1}
    return found


def searched_places(squares: set[Square]) -> set[Place]:
    """Return the places that rules 5, 7 and 8 allow."""
    found = set()
    anchors = {(x + dx, y + dy) for x, y in squares for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)}
    for direction in range(2):
        for anchor in anchors:
            pair = {anchor, beyond(anchor, direction)}
            touched = sum(other in squares for square in pair for other in beside(square))
            if pair & squares or touched < 2:
                continue
            extents = [max(xy) - min(xy) for xy in zip(*squares, *pair, strict=True)]
            if max(extents) < 10 and not enclosed(squares | pair):
                found.add((direction, anchor))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_places_are_those_that_a_search_finds(seed: int) -> None:
    """Layouts grow at random, ignoring noses, until nothing fits: with bays, narrow gaps and full frames."""
    random_, state = random.Random(seed), start()
    direction, anchor = 0, (0, 0)
    while True:
        lay(state, direction, cell_at(*anchor), random_.randrange(10), random_.randrange(10))
        found = open_places(state)
        assert found == searched_places(squares_of(state))
        if not found:
            break
        direction, anchor = random_.choice(sorted(found))
    assert state.placed > 70


@pytest.mark.parametrize("seed", range(3))
def test_the_groups_are_those_that_a_search_finds(seed: int) -> None:
    random_, state = random.Random(seed), start()
    direction, anchor = 0, (0, 0)
    for _ in range(35):
        lay(state, direction, cell_at(*anchor), random_.randrange(4), random_.randrange(4))
        direction, anchor = random_.choice(sorted(open_places(state)))
    nose = {square_of(state.cell[n]): int(state.nose[n]) for n in range(70)}
    number = {square_of(state.cell[n]): n for n in range(70)}
    for square in nose:
        group, todo = set(), [square]
        while todo:
            other = todo.pop()
            if other not in group and nose.get(other) == nose[square]:
                group.add(other)
                todo += beside(other)
        root = root_of(state, number[square])
        assert {s for s in nose if root_of(state, number[s]) == root} == group
        assert state.members[root] == len(group)


def test_every_window_lies_within_the_margins() -> None:
    """The window of a domino at any edge of the table lies within the stored rows and columns."""
    for x, y in ((-8, -9), (8, -9), (-8, 9), (8, 9)):
        line, column = divmod(cell_at(x, y), COLUMNS)
        assert 3 <= line <= LINES - 4
        assert 3 <= column <= COLUMNS - 5
    for x, y in ((-8, -9), (9, -9), (-8, 8), (9, 8)):
        line, column = divmod(cell_at(x, y), COLUMNS)
        assert 3 <= line <= LINES - 5
        assert 3 <= column <= COLUMNS - 4
    assert cell_at(9, 9) + STEP[1] < CELLS
    assert [square_of(cell_at(x, y)) for x, y in ((0, 0), (-8, 9), (9, -9))] == [(0, 0), (-8, 9), (9, -9)]


def test_the_changed_places_are_those_with_the_domino_in_their_cells_or_ring() -> None:
    for direction in range(2):
        new = {(3, 3), beyond((3, 3), direction)}
        for kind in range(2):
            changed = set()
            for x in range(-2, 10):
                for y in range(-2, 10):
                    pair = {(x, y), beyond((x, y), kind)}
                    ring = {(a + dx, b + dy) for a, b in pair for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
                    if ring & new:
                        changed.add((x, y))
            left, low, wide, high = (int(number) for number in CHANGED[direction, kind])
            assert changed == {(x, y) for x in range(left, left + wide) for y in range(low, low + high)}


def test_the_maximal_number_of_moves() -> None:
    # 27 dominoes placed: 54 squares, at most 165 places; 27 dominoes in hand, in two orders.
    assert MAX_ACTIONS - AT_ONCE == 165 * 54 == 8910
    assert RULES.max_actions == MAX_ACTIONS
