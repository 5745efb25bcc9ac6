"""Matches on a Ray cluster. Ray is an optional extra, imported only here and only on demand."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from typing import Any

from ludotheque.arena.plan import MatchJob
from ludotheque.arena.playing import ArenaBroken, Failure, PlayedMatch, PlayedMatches, failed, play
from ludotheque.extras import library

#: Jobs submitted per processor of the cluster, so that none is idle while results are fetched.
JOBS_PER_CPU = 2
CONNECT_SECONDS = 10


class Cluster:
    """Plays matches on a Ray cluster: at an address, or `auto`: the one of this machine or of RAY_ADDRESS.

    `local` starts one for this arena, with the given number of processes. Every machine needs this package, in the same
    version. Raises MissingExtra if Ray is not installed.
    """

    def __init__(self, address: str, processes: int = 2) -> None:
        self.address = address
        self.processes = processes
        self.ray = library("ray", "ray")

    def play(self, jobs: Iterable[MatchJob]) -> PlayedMatches:
        ours = not self.ray.is_initialized()  # leave a connection open that somebody else has made
        if ours:
            self._connect()
        under_way: dict[Any, MatchJob] = {}
        try:
            yield from self._distribute(iter(jobs), under_way)
        finally:
            for reference in under_way:
                self.ray.cancel(reference, force=True)
            if ours:
                self.ray.shutdown()

    def _connect(self) -> None:
        quiet: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
        try:
            if self.address == "local":
                self.ray.init(address="local", num_cpus=self.processes, include_dashboard=False, **quiet)
            else:
                _check_address(self.address)
                self.ray.init(address=self.address, **quiet)
        except Exception as error:  # Ray raises many kinds
            raise ArenaBroken(
                f"cannot connect to a Ray cluster at {self.address!r} ({_first_line(error)}); start one with "
                "`ray start --head`, or use --ray local; the token of a protected cluster goes into RAY_AUTH_TOKEN"
            ) from error

    def _distribute(self, jobs: Iterator[MatchJob], under_way: dict[Any, MatchJob]) -> Iterator[PlayedMatch]:
        remote = self.ray.remote(num_cpus=1)(play)
        while True:
            most = JOBS_PER_CPU * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            while len(under_way) < most and (job := next(jobs, None)) is not None:
                under_way[remote.remote(job)] = job
            if not under_way:
                return
            for reference in self.ray.wait(list(under_way))[0]:
                yield self._fetch(reference, under_way.pop(reference))

    def _fetch(self, reference: Any, job: MatchJob) -> PlayedMatch:
        try:
            played = self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise ArenaBroken(f"a match could not be played on the cluster:\n{error}") from error
        except self.ray.exceptions.RayError as error:
            # The process or its machine is gone, and with it the information about whose turn it was.
            return failed(job.start(), job, Failure(None, f"its process died on the cluster: {_first_line(error)}"))
        assert isinstance(played, PlayedMatch)
        return played


def _check_address(address: str) -> None:
    """Fail at once if nobody answers: Ray itself tries for minutes. Raises OSError or ValueError."""
    if address != "auto":
        host, _, port = address.removeprefix("ray://").rpartition(":")
        if not host or not port.isdecimal():
            raise ValueError("an address is HOST:PORT, or auto")
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
