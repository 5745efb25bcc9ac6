"""The incremental search for placements agrees with the plain Python of `model.py`, also on unreachable towers.

These towers ignore marks, so that requirements contradict each other, and reach the edges and the top.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.games.domino3d.positions import DOMINO

from ludotheque.games.domino3d.rules.classic.faces import find_exits, find_needs, lay, touched
from ludotheque.games.domino3d.rules.classic.matching import MAX_PLACEMENTS, list_placements, stands_somewhere
from ludotheque.games.domino3d.rules.classic.refusal import why_not
from ludotheque.games.domino3d.rules.classic.state import STATE
from ludotheque.games.domino3d.rules.common.board import DIRECTION, HIGH, LOW, PLACEMENTS, POSES, TOP, UP, cell_of_place
from ludotheque.games.domino3d.rules.common.model import Cell, Model, beyond, halves
from ludotheque.games.domino3d.rules.common.notation import placement_action
from ludotheque.games.domino3d.rules.common.tower import FALLS, STANDS, set_border
from ludotheque.games.domino3d.rules.race.sets import SET_FIELDS, has_error, lay_down, list_supported


def near(model: Model) -> list[int]:
    """Return all placements that rules 3 and 7 allow. They allow all poses of a cell and direction or none."""
    beside = {beyond(cell, d) for cell in model.filled for d in range(6)} - set(model.filled)
    cells = beside | {beyond(cell, d) for cell in beside for d in range(6)}
    on_table = [(x, y, z) for x, y, z in cells if LOW <= x <= HIGH and LOW <= y <= HIGH and 0 <= z < TOP]
    firsts = [placement_action(*cell, to, up) for cell in on_table for to, up in zip("EWNSUD", "NNEEEE", strict=True)]
    possible = [a for a in firsts if not (model.off_or_filled(a) or model.apart(a) or model.blocked(a))]
    return sorted(first + pose for first in possible for pose in range(4))


class Tower:
    """A record and a model with the same dominoes."""

    def __init__(self, differ: bool, at: Cell) -> None:
        self.state = np.zeros(1, STATE)[0]
        self.state.differ = int(differ)
        set_border(self.state, 0)
        self.model = Model()
        self.lay(0, placement_action(*at, "E", "U"))

    def lay(self, domino: int, action: int) -> None:
        lay(self.state, domino, int(cell_of_place(action // POSES)), action % POSES)
        self.model.add(domino, action)

    def can_stand(self) -> list[int]:
        """Return the placements that rules 3, 6 and 7 allow."""
        return [action for action in near(self.model) if self.model.unsupported(action) is None]

    def listed(self, domino: int, least: int) -> list[int]:
        out = np.zeros(2 * MAX_PLACEMENTS, np.int32)
        count = list_placements(self.state, domino, least, out)
        return [int(action) for action in out[:count]]


def grow(tower: Tower, random_: random.Random, dominoes: Iterable[int], prefer: str) -> None:
    """Lay dominoes down at random: as high as possible, or towards the East."""

    def rank(action: int) -> Any:
        (x, _, z), _ = halves(action)
        upright = bool(DIRECTION[action % POSES] >= UP)
        return (z, upright) if prefer == "high" else (x, z)

    for domino in dominoes:
        choices = tower.can_stand()
        highest = max(map(rank, choices))
        best = [action for action in choices if rank(action) == highest]
        tower.lay(domino, random_.choice(best if random_.random() < 0.6 else choices))


@pytest.mark.parametrize("differ", [False, True])
@pytest.mark.parametrize(("at", "prefer"), [((0, 0, 0), "high"), ((9, 10, 0), "east"), ((-12, -12, 0), "high")])
def test_the_listed_placements_are_those_that_the_rules_allow(differ: bool, at: Cell, prefer: str) -> None:
    random_ = random.Random(f"{differ} {at}")
    tower = Tower(differ, at)
    grow(tower, random_, range(1, 20), prefer)
    candidates = near(tower.model)
    for domino in random_.sample(range(20, 40), 2):
        for least in (FALLS, STANDS):
            expected = [a for a in candidates if why_not(tower.model, domino, a, differ, least == STANDS) is None]
            assert tower.listed(domino, least) == expected
            if least == STANDS:
                assert bool(stands_somewhere(tower.state, 1 << domino)) == bool(expected)
        for action in random_.sample(candidates, 20):
            cell = int(cell_of_place(action // POSES))
            assert touched(tower.state, cell, action % POSES) == len(tower.model.touched(action))


def test_nothing_lies_above_the_highest_layer() -> None:
    """Twelve flat dominoes on top of each other use all layers."""
    tower = Tower(False, (0, 0, 0))
    for z in range(1, TOP):
        tower.lay(z, placement_action(0, 0, z, "E", "U"))
    for domino in (30, 31):
        listed = tower.listed(domino, FALLS)
        assert listed == [a for a in near(tower.model) if why_not(tower.model, domino, a, False, False) is None]
        assert all(cell[2] < TOP for action in listed for cell in halves(action))


def test_cached_spots_are_never_stale() -> None:
    """After every placement, recomputing the requirements and the space of all spots changes nothing."""
    for seed, options in enumerate([{"falls": "refuse"}, {"falls": "refuse", "contact": "differ"}]):
        match, random_ = DOMINO.start(2, seed, options), random.Random(seed)
        while not match.over:
            *placements, last = match.legal_moves()
            highest = sorted(placements, key=lambda move: int(move.split()[0].split(",")[2]))[-4:]
            match.play(random_.choice(highest) if placements else last)
            state = match.states[0]
            for spot in range(int(state.spots)):
                assert state.spot_needs[spot] == find_needs(state, spot)
                assert state.spot_exits[spot] == find_exits(state, spot)


def test_without_a_domino_there_are_no_placements() -> None:
    assert not stands_somewhere(Tower(False, (0, 0, 0)).state, 0)


@pytest.mark.parametrize("at", [(0, 0, 0), (9, 9, 0)])
def test_the_placements_of_the_race_are_those_that_the_rules_allow(at: Cell) -> None:
    random_ = random.Random(str(at))
    for _ in range(3):
        state = np.zeros(1, np.dtype((np.record, np.dtype(list(SET_FIELDS), align=True))))[0]
        set_border(state, 2)
        tower = Tower(False, at)
        lay_down(state, 2, 0, placement_action(*at, "E", "U"))
        for domino in range(1, 10):
            out = np.zeros(10_000, np.int32)
            listed = out[: list_supported(state, 2, out)].tolist()
            assert listed == tower.can_stand()
            top = max(halves(a)[0][2] for a in listed)
            high = [a for a in listed if halves(a)[0][2] == top]
            action = random_.choice(high if random_.random() < 0.7 else listed)
            assert 0 <= action < PLACEMENTS
            tower.lay(domino, action)
            lay_down(state, 2, domino, action)
        assert bool(has_error(state, 2)) == _has_error(tower.model)


def _has_error(model: Model) -> bool:
    """Return whether there is an error by rule 21, cell by cell."""
    for cell, half in model.filled.items():
        for direction in range(6):
            neighbour = beyond(cell, direction)
            other = model.filled.get(neighbour)
            if other is None or other.domino == half.domino:
                continue
            for along in range(6):
                across = along // 2 != direction // 2
                seen = across and model.is_visible(cell, along) and model.is_visible(neighbour, along)
                if seen and half.letter(along) != other.letter(along):
                    return True
    return False
