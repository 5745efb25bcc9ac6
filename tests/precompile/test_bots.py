"""What bots, hints and reviews need is compiled beforehand, and nothing is left for the middle of a match."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.precompile.progress import progress_of

import ludotheque
from ludotheque.engine import compiling
from ludotheque.precompile import bots as precompile_bots

#: Precompile; let every level and the hints think at positions of a whole match, and tell what was compiled for it.
PLAY = """
import random, sys
from numba.core.dispatcher import Dispatcher
import ludotheque
from ludotheque import bots
from ludotheque.bots import Budget
from ludotheque.precompile import bots as precompile_bots

def compiled():
    found = set()
    for name in [name for name in sys.modules if name.startswith("ludotheque.")]:
        for key, value in vars(sys.modules[name]).items():
            if isinstance(value, Dispatcher):
                found.update((value.__module__, key, str(each)) for each in value.signatures)
    return found

name, options = sys.argv[1], eval(sys.argv[2])
precompile_bots.precompile(name, options, lambda done, total: None)
before = compiled()
match, chance = ludotheque.game(name).start(None, 5, options), random.Random(5)
players = [bots.level(name, number) for number in range(1, 6)]
while not match.over and len(match.history) < 150:
    seat, number = match.to_act[0], len(match.history)
    players[number % 5].move(match, seat, Budget(simulations=3))
    if number % 15 == 0:
        bots.find_hints(match, seat, 0.002)
        players[4].move(match, seat, Budget(seconds=0.002))
    match.play(chance.choice(match.legal_moves(seat)), seat)
assert before, "nothing is compiled"
print(sorted(compiled() - before))
"""


@pytest.mark.skipif(compiling.SETTINGS.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("name", "options"),
    [(name, options) for name in ludotheque.games() for options in ludotheque.game(name).spec.options_by_mode()],
)
def test_nothing_is_compiled_in_the_middle_of_a_match(name: str, options: dict[str, object]) -> None:
    command = [sys.executable, "-c", PLAY, name, repr(options)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.stderr == ""
    assert done.stdout.strip() == "[]"


def test_progress_is_told_and_the_end_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = progress_of(precompile_bots, tmp_path, monkeypatch)
    total = progress[0][1]
    assert total > 5
    assert progress == [(done, total) for done in range(total + 1)]


def test_where_nothing_can_be_kept_nothing_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "CACHE_FOLDER", None)
    monkeypatch.setattr(compiling.SETTINGS, "DISABLE_JIT", 0)
    precompile_bots.precompile("keks", {}, lambda done, total: None)
    assert not precompile_bots.is_precompiled("keks", {})
