"""What is compiled beforehand notes that it is done: the same for players and for batches."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from ludotheque.engine import compiling


def progress_of(loading: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What was told while Keks was warmed with an empty cache; after it Keks counts as warm, and no other game."""
    monkeypatch.setattr(compiling, "CACHE_FOLDER", folder)
    monkeypatch.setattr(compiling.SETTINGS, "DISABLE_JIT", 0)
    told: list[tuple[int, int]] = []
    assert not loading.is_warm("keks", {})
    loading.warm("keks", {}, lambda done, total: told.append((done, total)))
    assert loading.is_warm("keks", {})
    assert not loading.is_warm("nasca", {})
    return told
