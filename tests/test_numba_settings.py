"""The rules give the same matches compiled, with bounds checks on, and with compilation off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque
from tests.cases import declared
from tests.fingerprints import fingerprints

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
@pytest.mark.parametrize("name", ludotheque.games())
def test_matches_are_the_same(name: str, setting: str) -> None:
    moves = declared(name).UNCOMPILED_MOVES
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.fingerprints", name, str(moves)],
        cwd=ROOT,
        env={**os.environ, setting: "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == fingerprints(name, moves)
