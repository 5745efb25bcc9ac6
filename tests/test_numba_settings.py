"""The rules give the same matches compiled, with bounds checks on, and with compilation off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque
from tests.fingerprints import fingerprints

ROOT = Path(__file__).parent.parent
#: Moves to compare; interpreted rules are slow in games with many placements.
MOVES = {"keks": 70, "nasca": 26, "nasenspiel": 30, "nox": 120, "domino3d": 5}


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
@pytest.mark.parametrize("name", ludotheque.games())
def test_matches_are_the_same(name: str, setting: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.fingerprints", name, str(MOVES[name])],
        cwd=ROOT,
        env={**os.environ, setting: "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == fingerprints(name, MOVES[name])
