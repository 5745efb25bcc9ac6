"""Precompiling: the parts, their order, and what is missing."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque import precompile


@pytest.mark.parametrize("part", precompile.PARTS)
def test_every_mode_is_compiled_once(part: str) -> None:
    jobs = precompile.all_jobs(part)
    modes = [(job.game, str(ludotheque.game(job.game).spec.mode(job.options).rules.dtype)) for job in jobs]
    assert len(set(modes)) == len(modes)
    wanted = {(name, str(mode.rules.dtype)) for name in ludotheque.games() for mode in ludotheque.game(name).spec.modes}
    assert set(modes) == wanted


def test_small_games_come_first() -> None:
    sizes = [
        ludotheque.game(job.game).spec.mode(job.options).rules.dtype.itemsize for job in precompile.all_jobs("rules")
    ]
    assert sizes == sorted(sizes)


def test_what_is_compiled_is_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    done = precompile.all_jobs("rules")[0]
    monkeypatch.setitem(
        precompile.PARTS, "rules", precompile.CompilePart(lambda *_: None, lambda game, options: game == done.game)
    )
    assert precompile.missing("rules") == [job for job in precompile.all_jobs("rules") if job.game != done.game]
