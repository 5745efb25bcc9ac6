"""What a bot is asked: all that its seat knows, and nothing else."""

from __future__ import annotations

import json
import pickle
import random
import secrets
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from tests.cases import CASES, FURTHER_CASES, Case, hidden_order, steps

import ludotheque
from ludotheque import Match
from ludotheque.server.bots import BotRequest, HintRequest, hint_for, request_for
from ludotheque.server.bots.jobs import WorkerJob

uncertain_cases = [case for case in CASES if case.game.spec.mode(case.game.spec.complete(case.options)).uncertain]


def points_of(case: Case, seed: int) -> Iterator[Match]:
    """A random match at its start and at some later points, the same object each time."""
    match, random_ = case.start(f"a secret seed {seed}"), random.Random(seed)
    for number, _ in enumerate(steps(match, random_, 120)):
        if number == 0 or random_.random() < 0.1:
            yield match


@pytest.mark.parametrize("case", [*CASES, *FURTHER_CASES], ids=str)
def test_a_worker_can_go_on_from_every_request(case: Case) -> None:
    """In the middle of every game, mode and option: the same seats may make the same moves."""
    for match in points_of(case, 1):
        for seat in match.to_act:
            job = pickle.loads(pickle.dumps(request_for(match, seat, 3)))
            assert isinstance(job, BotRequest)
            there = ludotheque.game(job.game).resume(job.position, job.options, job.seed)
            assert there.state() == job.position
            assert there.to_act == match.to_act
            assert there.legal_moves(seat) == match.legal_moves(seat)
            assert job.fallback in match.legal_moves(seat)
            assert there.view(seat) == match.view(seat)


class KnownSecrets:
    """`secrets`, but the same numbers again."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def token_hex(self, count: int) -> str:
        return self._random.randbytes(count).hex()

    def randbits(self, count: int) -> int:
        return self._random.getrandbits(count)


def asked(match: Match, seat: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[WorkerJob]:
    """All that may be asked for a seat, with known chance."""
    with monkeypatch.context() as patch:
        patch.setattr("ludotheque.server.bots.jobs.secrets", KnownSecrets(seed))
        return [request_for(match, seat, 5), hint_for(match, seat)]


def check_no_leak(case: Case, monkeypatch: pytest.MonkeyPatch) -> int:
    """With the same chance the requests from two worlds that look alike to the seat are alike to the last byte.

    So with unknown chance they have the same distribution. Returns how many worlds differed.
    """
    different = 0
    for match in points_of(case, 2):
        for seat in match.to_act:
            other = match.redeal(seat, secrets.token_hex(8))
            different += other.state() != match.state()
            for seed in range(2):
                one, two = asked(match, seat, seed, monkeypatch), asked(other, seat, seed, monkeypatch)
                assert msgspec.msgpack.encode(one) == msgspec.msgpack.encode(two)
                assert "a secret seed" not in msgspec.json.encode(one).decode()
    return different


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_that_the_seat_cannot_know_is_in_a_request(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    different = check_no_leak(case, monkeypatch)
    assert different == 0 or case in uncertain_cases
    if hidden_order(case.name):
        assert different > 0


redeal = Match.redeal


def is_for_a_request(seed: str | int) -> bool:
    return len(str(seed)) == 32


def no_redeal(match: Match, seat: int | None, seed: str | int) -> Match:
    """So that `state()` is the whole truth."""
    return match.copy() if is_for_a_request(seed) else redeal(match, seat, seed)


def redeal_for_all(match: Match, seat: int | None, seed: str | int) -> Match:
    """For the wrong seat."""
    return redeal(match, match.seats - 1 if is_for_a_request(seed) else seat, seed)


def redeal_by_the_truth(match: Match, seat: int | None, seed: str | int) -> Match:
    """Another deal, but one that depends on the true one."""
    return redeal(match, seat, f"{seed} {match.state()}" if is_for_a_request(seed) else seed)


@pytest.mark.parametrize("case", [Case("nox", 2), Case("nox", 4)], ids=str)
@pytest.mark.parametrize("leak", [no_redeal, redeal_for_all, redeal_by_the_truth])
def test_a_planted_leak_is_found(case: Case, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "redeal", leak)
    with pytest.raises(AssertionError):
        check_no_leak(case, monkeypatch)


def test_every_request_is_dealt_anew() -> None:
    match = ludotheque.game("nox").start(3, seed=1)
    requests = [request_for(match, 0, 3) for _ in range(20)]
    assert len({json.dumps(request.position) for request in requests}) > 15
    assert len({request.seed for request in requests}) == 20
    assert len({request.fallback for request in requests}) > 2


def test_a_request_leaves_the_match_as_it_is() -> None:
    match = ludotheque.game("nox").start(3, seed=1)
    before = match.record(), match.state()
    request_for(match, 0, 3)
    hint_for(match, 0)
    assert (match.record(), match.state()) == before


def test_requests_survive_the_pipe() -> None:
    match = ludotheque.game("domino3d").start(2, seed=1, options={"mode": "race"})
    for job in (request_for(match, 1, 3), hint_for(match, 1)):
        assert pickle.loads(pickle.dumps(job)) == job
    assert isinstance(hint_for(match, 1), HintRequest)
