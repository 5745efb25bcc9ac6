"""Choosing moves without a screen: steps, typing, arrows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludotheque.cli.terminal.choices import Choices
from ludotheque.terminal.canvas import Place, Square
from ludotheque.terminal.display import Part

PLACES: dict[Square, Place] = {
    square: (2.0 * row, 4.0 * column)
    for row, line in enumerate(["abc", "def", "ghi"])
    for column, square in enumerate(line)
}


def whole(move: str) -> list[tuple[Part, ...]]:
    return [(Part(move, (move,) if len(move) == 1 else ()),)]


def stepwise(move: str) -> list[tuple[Part, ...]]:
    first, *rest = move.split(" ")
    return [(Part(first), Part(move))] if rest else [(Part(move),)]


def offered(*moves: str, stepped: bool = False) -> Choices:
    choices = Choices()
    choices.offer(moves, stepwise if stepped else whole)
    return choices


def names(choices: Choices) -> list[str]:
    return [choice.part.name for choice in choices.choices]


def test_enter_plays_the_highlighted_move() -> None:
    choices = offered("a", "b", "stop")
    choices.step(1)
    assert choices.move == "b"
    assert choices.enter() == "b"


def test_the_list_goes_around_its_ends() -> None:
    choices = offered("a", "b", "stop")
    choices.step(-1)
    assert choices.move == "stop"
    choices.step(1)
    assert choices.move == "a"


def test_moves_are_chosen_step_by_step_and_back() -> None:
    choices = offered("1 left", "1 right", "2 left", "2 right", stepped=True)
    assert names(choices) == ["1", "2"]
    assert choices.move is None
    choices.step(1)
    assert choices.enter() is None
    assert names(choices) == ["2 left", "2 right"]
    assert choices.steps == ["2"]
    assert choices.back()
    assert names(choices) == ["1", "2"]
    assert not choices.back()


def test_a_step_with_one_answer_is_not_asked() -> None:
    choices = offered("1 left", "2 left", "2 right", stepped=True)
    assert choices.move == "1 left"
    assert choices.enter() == "1 left"


def test_a_first_step_with_one_answer_is_not_asked() -> None:
    choices = offered("2 left", "2 right", stepped=True)
    assert names(choices) == ["2 left", "2 right"]
    assert choices.steps == ["2"]


def test_a_single_move_can_be_played() -> None:
    choices = offered("2 left", stepped=True)
    assert names(choices) == ["2 left"]
    assert choices.enter() == "2 left"


def test_typing_lists_whole_moves_that_begin_so() -> None:
    choices = offered("1 left", "1 right", "2 left", stepped=True)
    choices.type("1 L")
    assert names(choices) == ["1 left"]
    assert choices.enter() == "1 left"


def test_a_whole_move_is_played_even_if_others_begin_so() -> None:
    choices = offered("d1", "d10", "d11")
    choices.type(" D1 ")
    assert choices.enter() == "d1"


def test_the_beginning_of_several_moves_is_passed_on_as_it_was_typed() -> None:
    """So that the match says what is wrong with it, and nothing is played by accident."""
    choices = offered("d10", "d11")
    choices.type("d1")
    assert choices.enter() == "d1"


def test_while_typing_a_move_can_be_picked_from_the_list() -> None:
    choices = offered("d1", "d10", "d11")
    choices.type("d1")
    choices.step(2)
    assert choices.enter() == "d11"


def test_nonsense_is_passed_on_as_it_was_typed() -> None:
    choices = offered("d1")
    choices.type("  xyzzy ")
    assert names(choices) == []
    assert choices.enter() == "xyzzy"


def test_nothing_on_offer_means_nothing_to_play() -> None:
    choices = offered()
    choices.step(1)
    choices.steer("up", PLACES)
    assert choices.highlighted is None
    assert choices.enter() is None


@pytest.mark.parametrize(
    ("keys", "reached"),
    [("right", "b"), ("down", "d"), ("right down", "e"), ("down right up left", "a"), ("left", "a")],
)
def test_arrows_go_over_the_board(keys: str, reached: str) -> None:
    choices = offered(*"abcdefghi")
    for key in keys.split():
        choices.steer(key, PLACES)
    assert choices.move == reached


def test_arrows_jump_over_what_cannot_be_chosen() -> None:
    choices = offered("a", "c", "i")
    choices.steer("right", PLACES)
    assert choices.move == "c"
    choices.steer("down", PLACES)
    assert choices.move == "i"


def test_beyond_the_board_arrows_reach_what_has_no_place() -> None:
    choices = offered("a", "d", "stop")
    for _ in range(2):
        choices.steer("down", PLACES)
    assert choices.move == "stop"
    choices.steer("up", PLACES)
    assert choices.move == "d"


def test_a_click_picks_what_is_near() -> None:
    choices = offered(*"abcdefghi")
    assert choices.point_at(2, 5, PLACES)
    assert choices.move == "e"
    assert not choices.point_at(40, 40, PLACES)
    assert choices.move == "e"


def test_the_highlight_stays_near_the_last_choice() -> None:
    choices = offered(*"abcdefghi")
    choices.point_at(4, 8, PLACES)
    choices.offer(["a", "f", "g"], whole)
    assert choices.settle(PLACES)
    assert choices.move == "f"


def test_the_same_words_about_other_squares_are_other_moves() -> None:
    def about(square: str) -> Callable[[str], list[tuple[Part, ...]]]:
        return lambda move: [(Part(move, (square,)),)]

    choices = Choices()
    for square in "ab":
        choices.offer(["pawn", "skip"], about(square))
        choices.step(1)
    assert choices.highlighted is not None
    assert choices.highlighted.part.squares == ("b",)


@pytest.mark.parametrize(
    ("first_steps", "ordered"),
    [
        (["2-10", "2-8", "0-9"], ["0-9", "2-8", "2-10"]),
        (["b10", "a9", "b2"], ["a9", "b2", "b10"]),
        (["-1,0,0", "lift", "3,0,0", "-12,0,0"], ["-12,0,0", "-1,0,0", "3,0,0", "lift"]),
    ],
)
def test_first_steps_are_in_an_order_for_people(first_steps: list[str], ordered: list[str]) -> None:
    assert names(offered(*(f"{step} {end}" for step in first_steps for end in "xy"), stepped=True)) == ordered


def test_the_same_moves_again_change_nothing() -> None:
    choices = offered("1 left", "1 right", "2 left", stepped=True)
    choices.enter()
    choices.step(1)
    choices.offer(["1 left", "1 right", "2 left"], stepwise)
    assert choices.move == "1 right"
