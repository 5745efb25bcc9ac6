"""SIGTERM ends a house in good order while it is attacked in every way at once. A mutant that blocks is detected."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.attacks import ATTACKS
from tests.server.client.process import Server

pytestmark = pytest.mark.attack

#: Seconds within which the house must have ended. Its unit in `deploy/` lets it be killed after 30.
STOPS_WITHIN = 8.0
#: All attacks come from one address, and each needs people and tables to begin with.
ROOM = "requests=9000+9000,people=9000+9000,tables=9000+9000/9000+9000"
#: For how many seconds all attacks go on before the signal.
ATTACKED_FOR = 1.5


class House(Server):
    """A house that is told to stop as systemd does it."""

    def terminate(self) -> int | None:
        """Return its exit code; None: it has not ended in time."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(STOPS_WITHIN)
        return None


@contextlib.contextmanager
def attacked(house: House, answers: int, *names: str) -> Iterator[None]:
    """Attack the house in these ways at once, from another process. `answers`: to each attack before this returns."""
    command = [sys.executable, "-m", "tests.server.faults.attacking", str(house.port), str(answers), *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as attackers:
        try:
            assert attackers.stdout is not None
            assert attackers.stdout.readline() == "under way\n"
            time.sleep(ATTACKED_FOR)
            assert attackers.poll() is None
            yield
        finally:
            attackers.kill()


def check(folder: Path, answers: int, *names: str, module: str = "ludotheque", mutant: str = "") -> None:
    options = ("--bots", "1", "--rates", ROOM)
    surroundings = {"env": {**os.environ, "MUTANT": mutant}}
    with (
        House(folder, options=options, module=module, surroundings=surroundings) as house,
        attacked(house, answers, *names),
    ):
        assert house.terminate() == 0


def test_it_ends_in_time_under_every_attack(tmp_path: Path) -> None:
    check(tmp_path, 1, *ATTACKS)


def test_a_house_that_is_busy_with_takebacks_is_detected(tmp_path: Path) -> None:
    """As when 16 re-deals for each viewer were made before it was checked whether one is asked for already."""
    with pytest.raises(AssertionError, match="None == 0"):
        check(tmp_path, 8, "takebacks", module="tests.server.faults.mutants", mutant="thinks_about_takebacks")
