"""Ways of playing many matches: what they have in common, and the plainest one."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Protocol

from ludotheque.arena.plan import Job
from ludotheque.arena.playing import Outcome, play
from ludotheque.errors import LudothequeError

Outcomes = Generator[Outcome, None, None]


class ArenaBroken(LudothequeError):
    """The arena itself cannot go on: no process starts, no cluster answers."""


class Way(Protocol):
    """Plays matches somewhere."""

    def play(self, jobs: Iterable[Job]) -> Outcomes:
        """The outcome of every job, in any order, each as soon as it is there. Jobs are taken only when needed.

        Closing the generator drops the matches under way and leaves nothing running. ArenaBroken.
        """


class Here:
    """One match after the other in this process: for tests and notebooks."""

    def play(self, jobs: Iterable[Job]) -> Outcomes:
        for job in jobs:
            yield play(job)
