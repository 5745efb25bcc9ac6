"""The conformance suite: what must hold for every game, with every number of seats and every option."""

from __future__ import annotations

import json
import random

import pytest

from ludotheque import BadMove, BadSetup, IllegalMove, LudothequeError, MatchOver, NothingToUndo, NotYourTurn, replay
from ludotheque import record as records
from ludotheque.match import Match
from tests.cases import CASES, FURTHER_CASES, Case, steps

SEEDS = (1, "deux")
#: Long matches (such as a race of six) are checked up to here.
MOST = 250

every_case = pytest.mark.parametrize("case", CASES, ids=str)
open_cases = [case for case in CASES if case.game.spec.mode(case.game.spec.complete(case.options)).read]


def fingerprint(match: Match) -> str:
    """Return everything that can be read from a match, as text."""
    views = [match.view(seat) for seat in (None, *range(match.seats))]
    moves = [match.legal_moves(seat) for seat in range(match.seats)]
    return json.dumps([match.state(), views, moves, match.scores, match.winners, match.history, match.to_act])


@every_case
@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_match_is_consistent_at_every_step(case: Case, seed: int | str) -> None:
    match, random_ = case.start(seed), random.Random(seed)
    mode = match.mode
    for seat, move in steps(match, random_, MOST):
        assert list(match.to_act) == sorted(set(match.to_act))
        for other in range(match.seats):
            actions = match.legal_actions(other).tolist()
            assert actions == sorted(set(actions))
            assert bool(actions) == (other in match.to_act)
        assert mode.text(mode.parse(move)) == move
        assert move in match.legal_moves(seat)
        assert match.winners == []
        assert len(match.scores) == case.seats
        assert json.loads(json.dumps(match.state())) == match.state()
    if match.over:
        assert match.to_act == ()
        assert [match.legal_moves(seat) for seat in range(match.seats)] == [[]] * match.seats
        best = max(match.scores)
        assert match.winners == [seat for seat in range(match.seats) if match.scores[seat] == best]
        assert match.happened(len(match.history))[-1] == {
            "event": "over",
            "scores": match.scores,
            "winners": match.winners,
        }
        with pytest.raises(MatchOver):
            match.play(match.history[0][1], match.history[0][0])


@every_case
def test_every_legal_move_has_a_different_text(case: Case) -> None:
    match, random_ = case.start(3), random.Random(3)
    mode = match.mode
    for number, _ in enumerate(steps(match, random_, 60)):
        if number % 7 == 0:
            for seat in match.to_act:
                moves = match.legal_moves(seat)
                assert len(set(moves)) == len(moves)
                assert [mode.parse(move) for move in moves] == match.legal_actions(seat).tolist()


@every_case
def test_undo_restores_everything(case: Case) -> None:
    match, random_ = case.start(5), random.Random(5)
    before = [(fingerprint(match), match.states.tobytes()) for _ in steps(match, random_, 40)]
    events = match.events(0, 0)
    while before:
        match.undo()
        assert (fingerprint(match), match.states.tobytes()) == before.pop()
    with pytest.raises(NothingToUndo):
        match.undo()
    assert match.events(0, 0) == events[: len(match.events(0, 0))]


@every_case
def test_several_moves_are_undone_at_once(case: Case) -> None:
    match, random_ = case.start(5), random.Random(5)
    before = [(fingerprint(match), match.states.tobytes()) for _ in steps(match, random_, 40)]
    played = len(before)
    with pytest.raises(NothingToUndo):
        match.undo(played + 1)
    match.undo(0)
    assert len(match.history) == played
    match.undo(played - 2)
    assert (fingerprint(match), match.states.tobytes()) == before[2]


@every_case
def test_a_copy_is_independent(case: Case) -> None:
    match = case.start(6)
    list(steps(match, random.Random(6), 3))
    copy, before = match.copy(), fingerprint(match)
    assert fingerprint(copy) == before
    list(steps(copy, random.Random(7), 5))
    assert fingerprint(match) == before
    copy.undo()
    list(steps(match, random.Random(8), 5))
    assert match.history[:3] == copy.history[:3]


@every_case
def test_the_same_seed_and_moves_give_the_same_match(case: Case) -> None:
    match = case.start("same")
    list(steps(match, random.Random(9), MOST))
    other = case.start("same")
    for seat, move in match.history:
        other.play(move, seat)
    assert fingerprint(other) == fingerprint(match)
    assert other.events(0, 0) == match.events(0, 0)


@every_case
def test_a_match_can_be_resumed_from_its_state(case: Case) -> None:
    match, random_ = case.start(11), random.Random(11)
    for number, _ in enumerate(steps(match, random_, MOST)):
        if number % 13 == 0:
            other = case.game.resume(match.state(), case.options, seed=4)
            assert other.state() == match.state()
            assert [other.legal_moves(s) for s in range(case.seats)] == [
                match.legal_moves(s) for s in range(case.seats)
            ]
    other = case.game.resume(match.state(), case.options)
    assert (other.state(), other.over, other.scores) == (match.state(), match.over, match.scores)


@every_case
def test_a_resumed_match_is_the_same_match(case: Case) -> None:
    """What a state record caches beside the visible position is rebuilt: the same moves lead to the same states."""
    match = case.start(12)
    mode = match.mode
    list(steps(match, random.Random(12), 20))
    other = case.game.resume(match.state(), case.options, seed=12)
    if mode.uncertain:
        # Future chance is not part of a position: give both the same.
        other.states[0].chance[:] = match.states[0].chance
    for seat, move in steps(match, random.Random(13), 40):
        other.play(move, seat)
    assert other.state() == match.state()


@pytest.mark.parametrize("case", open_cases, ids=str)
def test_a_drawing_can_be_read_back(case: Case) -> None:
    match = case.start(14)
    for number, _ in enumerate(steps(match, random.Random(14), MOST)):
        if number % 9 == 0:
            assert case.game.resume(match.text(), case.options).state() == match.state()
    assert case.game.resume(match.text(), case.options).state() == match.state()


@every_case
def test_drawings_fit_into_eighty_columns(case: Case) -> None:
    match = case.start(15)
    for number, _ in enumerate(steps(match, random.Random(15), MOST)):
        if number % 9 == 0:
            for seat in (None, *range(match.seats)):
                lines = match.text(seat).splitlines()
                assert max(map(len, lines)) <= 80
                assert all(line == line.rstrip() for line in lines)
            assert max(map(len, match.text(all_revealed=True).splitlines())) <= 80


@every_case
def test_records_replay(case: Case) -> None:
    match = case.start(16)
    list(steps(match, random.Random(16), MOST))
    record = match.record()
    assert ("result" in record) == match.over
    for form in (record, json.loads(json.dumps(record)), records.dump(record)):
        again = replay(form)
        assert fingerprint(again) == fingerprint(match)
        assert again.record() == record


@every_case
def test_a_resumed_match_has_a_record_too(case: Case) -> None:
    match = case.start(17)
    list(steps(match, random.Random(17), 10))
    other = case.game.resume(match.state(), case.options, seed="later")
    list(steps(other, random.Random(18), 10))
    assert fingerprint(replay(other.record())) == fingerprint(other)


@every_case
def test_bad_input_changes_nothing(case: Case) -> None:
    match = case.start(18)
    list(steps(match, random.Random(18), 4))
    before = fingerprint(match)
    seat = match.to_act[0]
    for text in ("", " ", "x", "\0", "é" * 3, "d" * 100_000, "null", "-1", "stop it", "東"):
        with pytest.raises(BadMove):
            match.play(text, seat)
    for thing in (None, 3, b"d1", ["d1"]):
        with pytest.raises(BadMove):
            match.play(thing, seat)  # type: ignore[arg-type]  # wrong on purpose
    for wrong in (-1, match.seats, True, "0", 1.0):
        with pytest.raises(BadSetup):
            match.play(match.legal_moves(seat)[0], wrong)  # type: ignore[arg-type]  # likewise
        with pytest.raises(BadSetup):
            match.view(wrong)  # type: ignore[arg-type]  # likewise
        with pytest.raises(BadSetup):
            match.legal_moves(wrong)  # type: ignore[arg-type]  # likewise
    for other in set(range(match.seats)) - set(match.to_act):
        assert match.legal_moves(other) == []
        with pytest.raises(NotYourTurn):
            match.play(match.legal_moves(seat)[0], other)
    assert fingerprint(match) == before


@every_case
def test_refusals_name_a_rule_of_the_readme_and_change_nothing(case: Case) -> None:
    """Moves that are legal elsewhere in the match are tried where they are not."""
    match, random_ = case.start(19), random.Random(19)
    tried: set[str] = set()
    readme = (case.game.spec.folder / "README.md").read_text("utf-8")
    for number, (seat, _) in enumerate(steps(match, random_, 80)):
        if number % 5 == 0:
            before = fingerprint(match)
            legal = set(match.legal_moves(seat))
            for move in sorted(tried):
                if move in legal:
                    continue
                with pytest.raises(IllegalMove) as caught:
                    match.play(move, seat)
                assert caught.value.move == move
                assert str(caught.value).startswith(move + ": ")
                assert f"\n{caught.value.rule}. " in readme
                assert caught.value.key in case.game.spec.words.messages["refusals"]
                assert "{" not in str(caught.value)
            assert fingerprint(match) == before
        moves = match.legal_moves(seat)
        tried.update(random_.choice(moves) for _ in range(3))


@every_case
def test_events_have_sentences_and_fields(case: Case) -> None:
    match = case.start(20)
    list(steps(match, random.Random(20), MOST))
    known = case.game.spec.words.messages["events"]
    readme = (case.game.spec.folder / "README.md").read_text("utf-8")
    for number in range(len(match.history) + 1):
        for event in match.happened(number):
            assert event["event"] in known
            assert f"`{event['event']}`" in readme
            assert json.loads(json.dumps(event)) == event


@every_case
def test_events_since(case: Case) -> None:
    match = case.start(21)
    list(steps(match, random.Random(21), 30))
    for seat in (None, *range(match.seats)):
        whole = match.events(0, seat)
        for since in range(1, len(match.history) + 1):
            tail = match.events(since, seat)
            assert tail == (whole[-len(tail) :] if tail else [])
    with pytest.raises(LudothequeError):
        match.events(-1, None)


def test_further_cases() -> None:
    for case in FURTHER_CASES:
        test_a_random_match_is_consistent_at_every_step(case, 1)
        test_a_match_can_be_resumed_from_its_state(case)
        test_a_drawing_can_be_read_back(case)
