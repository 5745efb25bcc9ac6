"""Requirements on every display, in random matches of every game with every number of seats and every option."""

from __future__ import annotations

import random

import pytest
from tests.cases import CASES, Case, steps
from tests.cli.terminal.scenes import presenting, scene_of

import ludotheque
from ludotheque.cli.session import Session
from ludotheque.cli.terminal.move_chooser import Node, place_of
from ludotheque.cli.terminal.presenter import Presenter
from ludotheque.terminal.display import TerminalDisplay, display_of

#: The longer a match is, the fewer of its positions are checked.
LOOKED_AT = (0, 1, 3, 9, 25, 60, 130)


MOMENTS: dict[str, list[ludotheque.Match]] = {}


def moments(case: Case) -> list[ludotheque.Match]:
    """Return some positions of a random match. They are shared by all tests, which must not change them."""
    if str(case) not in MOMENTS:
        found, match = [], case.start(1)
        for number, _ in enumerate(steps(match, random.Random(1), LOOKED_AT[-1] + 1)):
            if number in LOOKED_AT:
                found.append(match.copy())
        MOMENTS[str(case)] = found
    return MOMENTS[str(case)]


def presenters(case: Case) -> list[Presenter]:
    """Return presenters of some positions of a random match, for the last seat to act."""
    found = []
    for match in moments(case):
        you = match.to_act[-1]
        presenter = presenting(match, you)
        found.append(presenter)
    return found


def leaves(node: Node) -> set[str]:
    found = {node.move} if node.move else set()
    return found.union(*(leaves(child) for child in node.children.values()))


def drawn(presenter: Presenter) -> str:
    return presenter.board().render().plain


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_legal_move_can_be_chosen_and_no_other(case: Case) -> None:
    for presenter in presenters(case):
        assert leaves(presenter.chooser.path[0]) == set(presenter.session.moves())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_step_about_squares_has_a_place_on_the_board(case: Case) -> None:
    for presenter in presenters(case):
        while True:
            places = presenter.board().places
            assert presenter.question()
            for choice in presenter.chooser.choices:
                assert not choice.step.aim or place_of(choice.step.aim, places) is not None, choice
            if presenter.chooser.enter() is not None:
                break


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_highlight_is_visible_and_its_move_is_previewed(case: Case) -> None:
    for presenter in presenters(case):
        for number in range(0, len(presenter.chooser.choices), 7):
            presenter.chooser.point(number)
            shown = drawn(presenter)
            assert shown.strip()
            if presenter.chooser.move:
                preview = presenter.preview()
                assert preview is not None
                assert not {"drawn", "dealt"}.intersection(preview.events)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_showing_a_match_does_not_change_it(case: Case) -> None:
    for presenter in presenters(case):
        before = presenter.session.match.record()
        drawn(presenter)
        presenter.summary()
        presenter.question()
        assert presenter.session.match.record() == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_end_of_a_match_and_a_spectator_can_be_shown(case: Case) -> None:
    match = case.start(5)
    for _ in steps(match, random.Random(5), 250):
        pass
    presenter = presenting(match, None)
    assert drawn(presenter).strip()
    assert presenter.summary().plain.strip()
    if match.over:
        assert [choice.step.name for choice in presenter.chooser.choices] == ["again", "leave"]


@pytest.mark.parametrize("name", ludotheque.games())
@pytest.mark.parametrize(("columns", "rows"), [(46, 20), (74, 36)])
def test_a_board_in_mid_match_fits_its_width(name: str, columns: int, rows: int) -> None:
    """Only Domino 3D, whose table is unbounded, may need to scroll sideways."""
    match = ludotheque.game(name).start(seed=1)
    for _ in steps(match, random.Random(1), 12):
        pass
    presenter = Presenter(Session(match, next(iter(match.to_act), None), {}))
    presenter.columns, presenter.rows = columns, rows
    presenter.update()
    canvas = presenter.board()
    assert canvas.width <= columns or name == "domino3d"


def test_a_game_without_a_display_is_shown_as_text() -> None:
    match = ludotheque.game("keks").start(seed=1)
    display = display_of(None)
    scene = scene_of(match)
    assert type(display) is TerminalDisplay
    assert display.board(scene).render().plain.rstrip() == match.text(0).rstrip()
    names = [path[-1].name for move in match.legal_moves() for path in display.paths(move, scene)]
    assert names == match.legal_moves()
