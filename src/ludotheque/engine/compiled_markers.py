"""Markers on disk that say what has been compiled, so that nobody has to load it to find out.

A marker is named by a hash of everything that the compiled functions of some modules depend on for one state record.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

from ludotheque.engine import compiling
from ludotheque.engine.dependencies import dependencies


def mark_ready(modules: tuple[ModuleType, ...], dtype: np.dtype[Any]) -> None:
    """Note that the compiled functions of these modules have been compiled for this state record."""
    marker = _marker(modules, dtype)
    if marker is not None:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()


def is_ready(modules: tuple[ModuleType, ...], dtype: np.dtype[Any]) -> bool:
    """Return whether some process has compiled them from the present sources."""
    marker = _marker(modules, dtype)
    return bool(compiling.SETTINGS.DISABLE_JIT) or (marker is not None and marker.exists())


def _marker(modules: tuple[ModuleType, ...], dtype: np.dtype[Any]) -> Path | None:
    if compiling.CACHE_FOLDER is None or compiling.SETTINGS.DISABLE_JIT:
        return None
    return compiling.CACHE_FOLDER / "ready" / _name(modules, dtype)


@cache
def _name(modules: tuple[ModuleType, ...], dtype: np.dtype[Any]) -> str:
    record, digest = numba.from_dtype(dtype), hashlib.sha256()
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Dispatcher):
                digest.update(dependencies(value, [record]).encode())
    return digest.hexdigest()[:20]
