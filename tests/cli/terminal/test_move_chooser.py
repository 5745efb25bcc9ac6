"""Choosing moves without a screen: steps, typing, arrows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludotheque.cli.terminal.move_chooser import MoveChooser
from ludotheque.terminal.canvas import Place, Square
from ludotheque.terminal.display import MoveStep, MoveSteps

PLACES: dict[Square, Place] = {
    square: (2.0 * row, 4.0 * column)
    for row, line in enumerate(["abc", "def", "ghi"])
    for column, square in enumerate(line)
}


def whole(move: str) -> list[MoveSteps]:
    return [(MoveStep(move, (move,) if len(move) == 1 else ()),)]


def stepwise(move: str) -> list[MoveSteps]:
    first, *rest = move.split(" ")
    return [(MoveStep(first), MoveStep(move))] if rest else [(MoveStep(move),)]


def offered(*moves: str, stepped: bool = False) -> MoveChooser:
    chooser = MoveChooser()
    chooser.offer(moves, stepwise if stepped else whole)
    return chooser


def names(chooser: MoveChooser) -> list[str]:
    return [choice.step.name for choice in chooser.choices]


def test_enter_plays_the_highlighted_move() -> None:
    chooser = offered("a", "b", "stop")
    chooser.advance(1)
    assert chooser.move == "b"
    assert chooser.enter() == "b"


def test_the_list_wraps_around() -> None:
    chooser = offered("a", "b", "stop")
    chooser.advance(-1)
    assert chooser.move == "stop"
    chooser.advance(1)
    assert chooser.move == "a"


def test_moves_are_chosen_step_by_step_and_steps_can_be_undone() -> None:
    chooser = offered("1 left", "1 right", "2 left", "2 right", stepped=True)
    assert names(chooser) == ["1", "2"]
    assert chooser.move is None
    chooser.advance(1)
    assert chooser.enter() is None
    assert names(chooser) == ["2 left", "2 right"]
    assert chooser.steps == ["2"]
    assert chooser.back()
    assert names(chooser) == ["1", "2"]
    assert not chooser.back()


def test_a_step_with_one_choice_is_skipped() -> None:
    chooser = offered("1 left", "2 left", "2 right", stepped=True)
    assert chooser.move == "1 left"
    assert chooser.enter() == "1 left"


def test_a_first_step_with_one_choice_is_skipped() -> None:
    chooser = offered("2 left", "2 right", stepped=True)
    assert names(chooser) == ["2 left", "2 right"]
    assert chooser.steps == ["2"]


def test_a_single_move_can_be_played() -> None:
    chooser = offered("2 left", stepped=True)
    assert names(chooser) == ["2 left"]
    assert chooser.enter() == "2 left"


def test_typing_filters_moves_by_prefix() -> None:
    chooser = offered("1 left", "1 right", "2 left", stepped=True)
    chooser.type("1 L")
    assert names(chooser) == ["1 left"]
    assert chooser.enter() == "1 left"


def test_a_typed_move_is_played_even_if_it_is_a_prefix_of_others() -> None:
    chooser = offered("d1", "d10", "d11")
    chooser.type(" D1 ")
    assert chooser.enter() == "d1"


def test_an_ambiguous_prefix_is_passed_on_as_typed() -> None:
    """The match says what is wrong with it, and nothing is played by accident."""
    chooser = offered("d10", "d11")
    chooser.type("d1")
    assert chooser.enter() == "d1"


def test_a_move_can_be_picked_from_the_filtered_list() -> None:
    chooser = offered("d1", "d10", "d11")
    chooser.type("d1")
    chooser.advance(2)
    assert chooser.enter() == "d11"


def test_nonsense_is_passed_on_as_typed() -> None:
    chooser = offered("d1")
    chooser.type("  xyzzy ")
    assert names(chooser) == []
    assert chooser.enter() == "xyzzy"


def test_without_legal_moves_nothing_can_be_played() -> None:
    chooser = offered()
    chooser.advance(1)
    chooser.steer("up", PLACES)
    assert chooser.highlighted is None
    assert chooser.enter() is None


@pytest.mark.parametrize(
    ("keys", "reached"),
    [("right", "b"), ("down", "d"), ("right down", "e"), ("down right up left", "a"), ("left", "a")],
)
def test_arrows_move_over_the_board(keys: str, reached: str) -> None:
    chooser = offered(*"abcdefghi")
    for key in keys.split():
        chooser.steer(key, PLACES)
    assert chooser.move == reached


def test_arrows_skip_what_cannot_be_chosen() -> None:
    chooser = offered("a", "c", "i")
    chooser.steer("right", PLACES)
    assert chooser.move == "c"
    chooser.steer("down", PLACES)
    assert chooser.move == "i"


def test_arrows_reach_choices_off_the_board() -> None:
    chooser = offered("a", "d", "stop")
    for _ in range(2):
        chooser.steer("down", PLACES)
    assert chooser.move == "stop"
    chooser.steer("up", PLACES)
    assert chooser.move == "d"


def test_a_click_picks_the_nearest_choice() -> None:
    chooser = offered(*"abcdefghi")
    assert chooser.point_at(2, 5, PLACES)
    assert chooser.move == "e"
    assert not chooser.point_at(40, 40, PLACES)
    assert chooser.move == "e"


def test_the_highlight_stays_near_the_last_choice() -> None:
    chooser = offered(*"abcdefghi")
    chooser.point_at(4, 8, PLACES)
    chooser.offer(["a", "f", "g"], whole)
    assert chooser.settle(PLACES)
    assert chooser.move == "f"


def test_the_same_words_about_other_squares_are_different_moves() -> None:
    def about(square: str) -> Callable[[str], list[MoveSteps]]:
        return lambda move: [(MoveStep(move, (square,)),)]

    chooser = MoveChooser()
    for square in "ab":
        chooser.offer(["pawn", "skip"], about(square))
        chooser.advance(1)
    assert chooser.highlighted is not None
    assert chooser.highlighted.step.squares == ("b",)


@pytest.mark.parametrize(
    ("first_steps", "ordered"),
    [
        (["2-10", "2-8", "0-9"], ["0-9", "2-8", "2-10"]),
        (["b10", "a9", "b2"], ["a9", "b2", "b10"]),
        (["-1,0,0", "lift", "3,0,0", "-12,0,0"], ["-12,0,0", "-1,0,0", "3,0,0", "lift"]),
    ],
)
def test_first_steps_are_in_natural_order(first_steps: list[str], ordered: list[str]) -> None:
    assert names(offered(*(f"{step} {end}" for step in first_steps for end in "xy"), stepped=True)) == ordered


def test_offering_the_same_moves_again_changes_nothing() -> None:
    chooser = offered("1 left", "1 right", "2 left", stepped=True)
    chooser.enter()
    chooser.advance(1)
    chooser.offer(["1 left", "1 right", "2 left"], stepwise)
    assert chooser.move == "1 right"
