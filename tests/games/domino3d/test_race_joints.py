"""Wrong joints of the race: three implementations agree, and the page is tested with what they say."""

from __future__ import annotations

import pytest
from tests.games.domino3d import race_joints
from tests.games.domino3d.positions import DOMINO
from tests.games.domino3d.race_joints import FILE, random_set
from tests.games.domino3d.reference import Tower, pose_of
from tests.games.domino3d.reference_race import has_error as reference_has_error

from ludotheque.games.domino3d.rules.common.model import action_of, model_of
from ludotheque.games.domino3d.rules.race.sets import has_error, lay_down


def test_the_page_is_tested_with_what_the_rules_say() -> None:
    assert FILE.read_text("utf-8") == race_joints.text(), "run `python -m tests.games.domino3d.race_joints`"


@pytest.mark.parametrize("length", [2, 3, 10])
def test_wrong_joints_are_errors_of_the_rules(length: int) -> None:
    found = set()
    for seed in range(200, 300):
        pieces = random_set(seed)[:length]
        state = DOMINO.start(2, 1, {"mode": "race"}).states[0]
        for piece in pieces:
            lay_down(state, 0, piece["domino"], action_of(piece))
        wrong = any(model_of(pieces).errors())
        assert wrong == has_error(state, 0)
        assert wrong == reference_has_error(Tower((piece["domino"], pose_of(piece)) for piece in pieces))
        found.add(wrong)
    assert True in found
