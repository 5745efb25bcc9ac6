"""What every look must do, in random matches of every game with every number of seats and every option."""

from __future__ import annotations

import random

import pytest
from tests.cases import CASES, Case, steps

import ludotheque
from ludotheque.cli.session import Session, opponents
from ludotheque.cli.terminal.choices import Node, place_of
from ludotheque.cli.terminal.presenter import Stage
from ludotheque.terminal.display import Scene, TextLook, look_of
from ludotheque.terminal.palette import CHOSEN, WARNED

#: Positions are looked at more rarely the longer a match is.
LOOKED_AT = (0, 1, 3, 9, 25, 60, 130)


MOMENTS: dict[str, list[ludotheque.Match]] = {}


def moments(case: Case) -> list[ludotheque.Match]:
    """Some moments of a random match; played once for all tests, which must leave them as they are."""
    if str(case) not in MOMENTS:
        found, match = [], case.start(1)
        for number, _ in enumerate(steps(match, random.Random(1), LOOKED_AT[-1] + 1)):
            if number in LOOKED_AT:
                found.append(match.copy())
        MOMENTS[str(case)] = found
    return MOMENTS[str(case)]


def stages(case: Case) -> list[Stage]:
    """The last seat to act sits before the screen, at some moments of a random match."""
    found = []
    for match in moments(case):
        you = match.to_act[-1]
        stage = Stage(Session(match, you, opponents(match, you, 0)))
        stage.update()
        found.append(stage)
    return found


def leaves(node: Node) -> set[str]:
    found = {node.move} if node.move else set()
    return found.union(*(leaves(child) for child in node.children.values()))


def drawn(stage: Stage) -> str:
    return stage.board().render().plain


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_legal_move_can_be_chosen_and_no_other(case: Case) -> None:
    for stage in stages(case):
        assert leaves(stage.choices.path[0]) == set(stage.session.moves())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_step_that_concerns_squares_has_a_place_on_the_board(case: Case) -> None:
    for stage in stages(case):
        while True:
            places = stage.board().places
            assert stage.ask()
            for choice in stage.choices.choices:
                assert not choice.part.aim or place_of(choice.part.aim, places) is not None, choice
            if stage.choices.enter() is not None:
                break


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_highlight_can_be_seen_and_its_move_is_foretold(case: Case) -> None:
    for stage in stages(case):
        for number in range(0, len(stage.choices.choices), 7):
            stage.choices.point(number)
            shown = drawn(stage)
            assert shown.strip()
            if stage.choices.move:
                preview = stage.preview()
                assert preview is not None
                assert not {"drawn", "dealt"}.intersection(preview.events)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_looking_changes_nothing(case: Case) -> None:
    for stage in stages(case):
        before = stage.session.match.record()
        drawn(stage)
        stage.facts()
        stage.ask()
        assert stage.session.match.record() == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_end_of_a_match_and_a_spectator_can_be_shown(case: Case) -> None:
    match = case.start(5)
    for _ in steps(match, random.Random(5), 250):
        pass
    stage = Stage(Session(match, None, opponents(match, None, 0)))
    stage.update()
    assert drawn(stage).strip()
    assert stage.facts().plain.strip()
    if match.over:
        assert [choice.part.name for choice in stage.choices.choices] == ["again", "leave"]


@pytest.mark.parametrize("name", ludotheque.games())
@pytest.mark.parametrize(("columns", "rows"), [(46, 20), (74, 36)])
def test_a_board_in_mid_match_fits_in_its_width(name: str, columns: int, rows: int) -> None:
    """Only Domino 3D, whose table has no end, may need to be scrolled sideways."""
    match = ludotheque.game(name).start(seed=1)
    for _ in steps(match, random.Random(1), 12):
        pass
    stage = Stage(Session(match, match.to_act[0], {}))
    stage.columns, stage.rows = columns, rows
    stage.update()
    canvas = stage.board()
    assert canvas.width <= columns or name == "domino3d"


def scene_of(match: ludotheque.Match, you: int = 0) -> Scene:
    return Scene(match.view(you), match.text(you), match.options, you)


def test_keks_marks_what_can_be_taken_with_brackets() -> None:
    match = ludotheque.game("keks").start(seed=1)
    stage = Stage(Session(match, 0, {}))
    stage.update()
    assert drawn(stage).count("[") == len(match.legal_moves()) - 1  # one is highlighted
    assert drawn(stage).count("▸") == 1


def test_nasca_shows_planks_heights_and_territory() -> None:
    match = ludotheque.game("nasca").start(seed=1)
    for move in ("a3-c3", "k1-k5", "c1-c2", "k6-k10"):
        match.play(move)
    shown = look_of("nasca").board(scene_of(match)).render().plain.splitlines()
    row = {line[:2].strip(): line for line in shown}
    assert row["3"].startswith(" 3 X1──X1──X1")
    assert row["2"].startswith(" 2 x   x   X1")
    assert row["5"].rstrip().endswith("O1")


def test_a_nasca_plank_can_be_chosen_from_either_end() -> None:
    match = ludotheque.game("nasca").start(seed=1)
    stage = Stage(Session(match, 0, {}))
    stage.update()
    for first, last in (("b3", "f3"), ("f3", "b3")):
        stage.choices.path[1:] = []
        stage.choices.index = list(stage.choices.path[0].children).index(first)
        assert stage.choices.enter() is None
        ends = {choice.part.aim for choice in stage.choices.choices}
        assert (last,) in ends


def test_nasenspiel_shows_noses_pawns_and_the_group_in_question() -> None:
    match = ludotheque.game("nasenspiel").start(seed=1)
    match.play("0-1 E 0,0")
    scene = scene_of(match, 1)
    rows = look_of("nasenspiel").board(scene).render().plain.splitlines()
    assert rows[0].split() == ["0", "1"]  # columns
    assert rows[2].split() == ["0", "0", "1"]  # a row, and the noses in it
    while not match.view(0)["pawns"]:
        moves = match.legal_moves()
        match.play("pawn" if "pawn" in moves else moves[0])
    pawn = match.view(0)["pawns"][0]
    noses = {(x, y): nose for x, y, nose in match.view(0)["squares"]}
    assert (
        f"{noses[tuple(pawn['at'])]}{'ab'[pawn['seat']]}" in look_of("nasenspiel").board(scene_of(match)).render().plain
    )


def test_nasenspiel_marks_the_group_in_question_whatever_the_answer() -> None:
    match = ludotheque.game("nasenspiel").start(seed=1)
    while not match.view(0)["asking"]:
        match.play(match.legal_moves()[0])
    stage = Stage(Session(match, match.to_act[0], {}))
    stage.update()
    asked = tuple(match.view(0)["asking"])
    for number in range(len(match.legal_moves())):
        stage.choices.point(number)
        row, column = (int(part) for part in stage.board().places[asked])
        assert drawn(stage).splitlines()[row][column - 1] == "▸"


def test_nasenspiel_shows_your_hand_even_with_little_room() -> None:
    match = ludotheque.game("nasenspiel").start(5, seed=1)
    shown = look_of("nasenspiel").facts(scene_of(match)).plain.split()
    mine, others = match.view(0)["hands"][0], match.view(0)["hands"][1]
    assert set(mine) <= set(shown)
    assert not set(others) & set(shown)


def test_nox_shows_no_hand_but_your_own() -> None:
    match = ludotheque.game("nox").start(4, 7)
    hands = match.state()["hands"]
    shown = look_of("nox").board(scene_of(match, 2)).render().plain
    assert all(card in shown for card in hands[2])
    assert not any(card in shown for seat in (0, 1, 3) for card in set(hands[seat]) - set(hands[2]))


def test_domino_3d_shows_the_marks_on_every_side() -> None:
    match = ludotheque.game("domino3d").start(2, 5)
    line = next(line for line in match.text(0).splitlines() if line.startswith("domino "))
    marks = {token[0]: token[1] for token in line.split(": ")[1].split(" + ")[0].split(" ")}
    rows = look_of("domino3d").board(scene_of(match)).render().plain.splitlines()
    assert rows[1][6] == marks["N"]
    assert (rows[2][4], rows[2][6]) == (marks["W"], marks["U"])
    assert rows[3][6] == marks["S"]


def test_a_domino_that_would_fall_is_a_warning() -> None:
    match = ludotheque.game("domino3d").start(2, 5)
    for _ in steps(match, random.Random(1), 8):
        pass
    stage = Stage(Session(match, match.to_act[0], {}))
    stage.update()
    falls = [move for move in match.legal_moves() if "collapsed" in stage.session.preview(move).events]
    stays = [move for move in match.legal_moves() if "placed" in stage.session.preview(move).events]
    for move, style in ((falls[0], WARNED), (stays[0], CHOSEN)):
        stage.choices.type(move)
        assert style in {style for _, style in stage.board().cells.values()}


def test_a_game_without_a_look_is_shown_as_text() -> None:
    look = look_of("no-such-game")
    match = ludotheque.game("keks").start(seed=1)
    assert isinstance(look, TextLook)
    assert look.board(scene_of(match)).render().plain.rstrip() == match.text(0).rstrip()
    assert [
        way[-1].name for move in match.legal_moves() for way in look.ways(move, scene_of(match))
    ] == match.legal_moves()
