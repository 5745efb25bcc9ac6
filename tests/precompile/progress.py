"""A check of precompiling that bots and batches have in common."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from ludotheque.engine import compiling


def progress_of(loading: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Precompile Keks into an empty cache, check that no other game counts as precompiled; return the progress."""
    monkeypatch.setattr(compiling, "CACHE_FOLDER", folder)
    monkeypatch.setattr(compiling.SETTINGS, "DISABLE_JIT", 0)
    reported: list[tuple[int, int]] = []
    assert not loading.is_precompiled("keks", {})
    loading.precompile("keks", {}, lambda done, total: reported.append((done, total)))
    assert loading.is_precompiled("keks", {})
    assert not loading.is_precompiled("nasca", {})
    return reported
