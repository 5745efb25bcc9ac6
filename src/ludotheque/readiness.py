"""What has been compiled before, for packages above the engine: a mark beside the compiled code of each."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ludotheque.engine import compiling
from ludotheque.games import spec
from ludotheque.games.spec import Options


def mark_ready(package: str, name: str, options: Options) -> None:
    """All that such matches need of that package has been compiled."""
    mark = _mark(package, name, options)
    if mark is not None:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def is_ready(package: str, name: str, options: Options) -> bool:
    """Whether a process has compiled it with these sources before."""
    mark = _mark(package, name, options)
    return compiling.SETTINGS.DISABLE_JIT or (mark is not None and mark.exists())


def _mark(package: str, name: str, options: Options) -> Path | None:
    if compiling.CACHE_FOLDER is None:
        return None
    record = repr(spec(name).mode(options).rules.dtype)
    folder = compiling.CACHE_FOLDER / compiling.sources_hash(folders=(package,))
    return folder / f"{hashlib.sha256(record.encode()).hexdigest()[:16]}.ready"
