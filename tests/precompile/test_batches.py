"""Precompiling covers everything that batches need: the first steps of a learning program compile nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.precompile.progress import progress_of

import ludotheque
from ludotheque import observing
from ludotheque.engine import compiling
from ludotheque.engine.observation import observe_rows
from ludotheque.precompile import batches as loading
from ludotheque.research import stepping

MODES = [(name, options) for name in ludotheque.games() for options in ludotheque.game(name).spec.options_by_mode()]


def compiled() -> set[str]:
    entries: tuple[Any, ...] = (stepping.serve, stepping.play_each, observe_rows)
    return {f"{entry.__name__} {signature}" for entry in entries for signature in entry.signatures}


@pytest.mark.skipif(compiling.SETTINGS.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize(("name", "options"), MODES)
def test_batches_compile_nothing_after_precompiling(name: str, options: dict[str, Any]) -> None:
    loading.precompile(name, options, lambda done, total: None)
    before = compiled()
    assert before
    seats = ludotheque.game(name).spec.accepted_seats(ludotheque.game(name).spec.complete(options))[-1]
    matches = ludotheque.batch(name, 4, seats, "a text", options, threads=2)
    matches.step(matches.random_actions())
    matches.random_steps(2)
    matches.legal_lists(matches.to_act)
    matches.observe()
    observing.observation(matches.start(3), 0)
    if matches.actions is not None:
        matches.legal_mask()
    if not matches.uncertain:
        matches.look_ahead()
        ludotheque.batch(name, 1, seats, "a text", options).look_ahead()
    assert compiled() == before


def test_progress_and_completion_are_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert progress_of(loading, tmp_path, monkeypatch) == [(0, 2), (1, 2), (2, 2)]
