"""Matches on a Ray cluster. Tests that need Ray are skipped if it is not installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.arena.players import HERE, ROOT, InThisProcess

from ludotheque.arena.cluster import Cluster
from ludotheque.arena.plan import prepare
from ludotheque.arena.playing import ArenaBroken, ArenaResult, PlayedMatch
from ludotheque.extras import MissingExtra

#: If another test has loaded JAX, it warns about forks; Ray forks, but starts a program at once.
pytestmark = pytest.mark.filterwarnings("ignore:os.fork")


def timeless(played: PlayedMatch) -> ArenaResult:
    return replace(played.result, seconds=(), slowest=())


def test_a_missing_ray_is_reported_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'ludotheque\[ray\]'"):
        Cluster("auto")


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start a local cluster with two workers that can import the tests' bots."""
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]))
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
    try:
        yield
    finally:
        ray.shutdown()


# Ray leaves sockets and processes open until the interpreter exits, and warns about deprecations of its own.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_results_agree_with_those_of_one_process(two_workers: None) -> None:
    jobs = list(prepare("keks", [f"{HERE}.first", "random"], seed=1).jobs(8))
    there = sorted((timeless(played) for played in Cluster("auto").play(jobs)), key=lambda r: (r.deal, r.seating))
    assert there == [timeless(played) for played in InThisProcess().play(jobs)]


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_failing_bot_is_reported_and_a_crash_does_not_stop_the_others(two_workers: None) -> None:
    jobs = list(prepare("keks", [f"{HERE}.raising", f"{HERE}.dying"], seed=1).jobs(2))
    failures = [played.result.failure for played in Cluster("auto").play(jobs)]
    assert len(failures) == 2
    # The first seat fails first.
    first, second = sorted(failure.reason for failure in failures if failure is not None)
    assert "lost my glasses" in first
    assert "died on the cluster" in second


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("address", "said"), [("127.0.0.1:1", "refused"), ("nowhere", "HOST:PORT"), ("127.0.0.1:99999999", "127")]
)
def test_an_unreachable_cluster_is_named(address: str, said: str) -> None:
    pytest.importorskip("ray")
    jobs = prepare("keks", ["uct:1", "random"], seed=1).jobs(2)
    with pytest.raises(ArenaBroken, match="ray start --head") as caught:
        next(Cluster(address).play(jobs))
    assert said in str(caught.value)
