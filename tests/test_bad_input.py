"""Free input, made up by Hypothesis: every kind of nonsense gets an error of the house and changes nothing."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludotheque
from ludotheque import (
    BadMove,
    BadRecord,
    BadSetup,
    BadState,
    IllegalMove,
    LudothequeError,
    Match,
    NotYourTurn,
    UnknownGame,
    replay,
)
from tests.cases import CASES, Case, steps

calm = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
FIRST = {name: next(case for case in CASES if case.name == name) for name in ludotheque.games()}
RACE = next(case for case in CASES if case.options.get("mode") == "race")
PLAYED = [*FIRST.values(), RACE]

json_values: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


def some_match(case: Case, moves: int) -> Match:
    match = case.start(moves)
    list(steps(match, random.Random(moves), moves))
    return match


@pytest.mark.parametrize("case", PLAYED, ids=str)
@calm
@given(moves=st.integers(0, 12), text=st.text(max_size=30), data=st.data())
def test_any_text_as_a_move(case: Case, moves: int, text: str, data: st.DataObject) -> None:
    match = some_match(case, moves)
    if match.over:
        return
    legal = match.legal_moves(match.to_act[0])
    # Half of the time a legal move with a few signs changed: the near misses.
    if data.draw(st.booleans()):
        text = data.draw(st.sampled_from(legal))
        place = data.draw(st.integers(0, len(text)))
        text = text[:place] + data.draw(st.text(" ,-0123456789abEENx:>", max_size=2)) + text[place + 1 :]
    before = match.state()
    if text in legal:
        match.play(text, match.to_act[0])
        return
    with pytest.raises((BadMove, IllegalMove)) as caught:
        match.play(text, match.to_act[0])
    assert repr(text)[1:20] in str(caught.value) or text[:20] in str(caught.value)
    assert match.state() == before


@pytest.mark.parametrize("name", ludotheque.games())
def test_moves_of_the_other_games_are_no_moves(name: str) -> None:
    match = FIRST[name].start(1)
    for other in PLAYED:
        if other.name != name:
            for move in other.start(1).legal_moves(0)[:20]:
                with pytest.raises(BadMove):
                    match.play(move)


@pytest.mark.parametrize("name", ludotheque.games())
@calm
@given(options=st.dictionaries(st.text(max_size=8), json_values, max_size=3), seats=json_values, seed=json_values)
def test_any_setup(name: str, options: dict[str, Any], seats: Any, seed: Any) -> None:
    game = ludotheque.game(name)
    try:
        match = game.start(seats, seed, options)
    except BadSetup as error:
        assert len(str(error)) > 10
    else:
        assert match.seats in range(1, 7)


@pytest.mark.parametrize("name", [name for name in ludotheque.games() if ludotheque.game(name).options])
@calm
@given(data=st.data())
def test_any_value_of_a_known_option(name: str, data: st.DataObject) -> None:
    game = ludotheque.game(name)
    option = data.draw(st.sampled_from(sorted(game.options)))
    value = data.draw(json_values)
    with contextlib.suppress(BadSetup):
        game.start(options={option: value})


@pytest.mark.parametrize("name", ludotheque.games())
def test_errors_of_setup_say_what_is_allowed(name: str) -> None:
    game = ludotheque.game(name)
    with pytest.raises(BadSetup, match=next(iter(game.options), "none")):
        game.start(options={"colour": "red"})
    with pytest.raises(BadSetup, match="seats"):
        game.start(seats=99)
    with pytest.raises(BadSetup, match="seats"):
        game.start(seats="2")  # type: ignore[arg-type]  # that is the test
    for seed in (1.5, True, ["x"]):
        with pytest.raises(BadSetup, match="seed"):
            game.start(seed=seed)  # type: ignore[arg-type]  # likewise
    for option in game.options.values():
        assert len(option.sentence) > 20


@given(st.text(max_size=20))
def test_any_name_of_a_game(name: str) -> None:
    if name not in ludotheque.games():
        with pytest.raises(UnknownGame, match="domino3d, keks, nasca, nasenspiel, nox"):
            ludotheque.game(name)


@pytest.mark.parametrize("case", PLAYED, ids=str)
@calm
@given(data=st.data())
def test_any_edit_of_a_record(case: Case, data: st.DataObject) -> None:
    record = some_match(case, 8).record()
    key = data.draw(st.sampled_from(sorted(record)))
    record[key] = data.draw(json_values)
    try:
        match = replay(record)
    except BadRecord as error:
        assert len(str(error)) > 10
    else:
        assert match.record() == record or key in ("seed", "options", "history")


@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_a_record_that_is_cut_off_or_edited(case: Case) -> None:
    match = some_match(case, 12)
    text = ludotheque.record.dump(match.record())
    for end in range(0, len(text) - 2, max(1, len(text) // 20)):
        with pytest.raises(BadRecord):
            replay(text[:end])
    record = json.loads(text)
    record["history"][5] = [record["history"][5][0], "x"]
    with pytest.raises(BadRecord, match="move 6 ") as caught:
        replay(record)
    assert caught.value.position == 5
    for change in ({"format": "ludotheque-record-9"}, {"rules_version": 99}, {"game": "chess"}, {"extra": 1}):
        with pytest.raises(BadRecord):
            replay({**json.loads(text), **change})
    for junk in ("", "[]", "null", "{}", "\0", b"\xff\xfe"):
        with pytest.raises(BadRecord):
            replay(junk)


@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_a_record_with_a_wrong_result(case: Case) -> None:
    match = case.start(1)
    list(steps(match, random.Random(1)))
    record = match.record()
    record["result"] = {**record["result"], "scores": [score + 1 for score in record["result"]["scores"]]}
    with pytest.raises(BadRecord, match="lead to"):
        replay(record)
    with pytest.raises(BadRecord, match="result is missing"):
        replay({key: value for key, value in match.record().items() if key != "result"})
    with pytest.raises(BadRecord, match="not over"):
        replay({**match.record(), "history": match.record()["history"][:-1]})


@pytest.mark.parametrize("case", PLAYED, ids=str)
@calm
@given(data=st.data())
def test_any_edit_of_a_state(case: Case, data: st.DataObject) -> None:
    """An edited position is refused with BadState, or is a position from which a match can be played."""
    state = some_match(case, 10).state()
    key = data.draw(st.sampled_from(sorted(state)))
    state[key] = edited(state[key], data)
    try:
        match = case.game.resume(state, case.options, seed=1)
    except (BadState, BadSetup) as error:
        assert len(str(error)) > 10
    else:
        assert match.state() == state
        list(steps(match, random.Random(1), 5))


def edited(value: Any, data: st.DataObject) -> Any:
    """A small change somewhere inside, or something else altogether."""
    kind = data.draw(st.integers(0, 3))
    if kind == 0 or not isinstance(value, (list, dict, int, str)):
        return data.draw(json_values)
    if isinstance(value, list) and value:
        place = data.draw(st.integers(0, len(value) - 1))
        if kind == 1:
            return value[:place] + value[place + 1 :]
        if kind == 2:
            return [*value, value[place]]
        return [*value[:place], edited(value[place], data), *value[place + 1 :]]
    if isinstance(value, dict) and value:
        name = data.draw(st.sampled_from(sorted(value)))
        return {**value, name: edited(value[name], data)}
    if isinstance(value, int):
        return value + data.draw(st.integers(-3, 3))
    return data.draw(json_values)


@pytest.mark.parametrize("case", PLAYED, ids=str)
def test_positions_that_are_no_positions(case: Case) -> None:
    junk: list[Any] = [{}, [], None, 3, {"board": 1}, "no drawing", ""]
    for thing in junk:
        with pytest.raises((BadState, BadSetup)):
            case.game.resume(thing, case.options)


def test_where_several_seats_may_move_the_seat_must_be_named() -> None:
    match = RACE.start(1)
    with pytest.raises(NotYourTurn, match="name the seat"):
        match.legal_moves()
    with pytest.raises(NotYourTurn, match="name the seat"):
        match.play("give up")


def test_all_errors_have_one_parent() -> None:
    for error in (BadMove, BadRecord, BadSetup, BadState, IllegalMove, NotYourTurn, UnknownGame):
        assert issubclass(error, LudothequeError)
