"""Compilation with a disk cache that can never run stale rules.

Numba's own cache notices only changes of the file in which a function stands, not of what that function calls. So each
entry of this cache carries a hash of everything its machine code depends on (`dependencies.py`), and the folder's name
a hash of the versions and settings that shape machine code.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
import platformdirs
from filelock import FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from ludotheque.engine.dependencies import dependencies

#: Numba's settings, which its stubs do not list.
SETTINGS: Any = numba.config
KEPT_SECONDS = 14 * 24 * 3600


def _environment_hash() -> str:
    versions = (platform.python_version(), np.__version__, numba.__version__, llvmlite.__version__)
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k != "NUMBA_CACHE_DIR")
    return hashlib.sha256(repr((versions, settings)).encode()).hexdigest()[:20]


def cache_root() -> Path:
    """Return the folder above those of all environments; `LUDOTHEQUE_CACHE` moves it."""
    chosen = os.environ.get("LUDOTHEQUE_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("ludotheque")) / "compiled"


def _prepare_cache_folder() -> Path | None:
    """Make the folder of this environment and remove those that were not used for two weeks."""
    folder = cache_root() / _environment_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.is_dir() and time.time() - other.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


#: None where nothing can be written. Each process then compiles everything: Numba's own cache could run stale rules.
CACHE_FOLDER = _prepare_cache_folder()

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` with Numba on its first call: releases the GIL, cached on disk."""
    return _decorate(function, forceinline=False)


def inlined(function: Function) -> Function:
    """Like `compiled`, and inlined into its callers: for small functions on the hot path.

    Numba counts references to arrays passed to a function; inlined functions avoid that cost.
    """
    return _decorate(function, forceinline=True)


class _PlacedByModule(UserProvidedCacheLocator):
    """Locates a function's cache by module and name, so that a package is compiled once wherever it is installed.

    Numba uses the path of the source file and the line number: moving the package or adding a comment above the
    function would compile it again. `_SharedCache._index_key` tells what has really changed.
    """

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        assert CACHE_FOLDER is not None, "functions get a cache only where there is a folder"
        self._cache_path = str(CACHE_FOLDER / function.__module__)

    @classmethod
    def from_function(cls, function: Any, file: str) -> _PlacedByModule:
        return cls(function, file)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return ""


class _PlacedCode(CompileResultCacheImpl):
    _locator_classes = [_PlacedByModule]  # noqa: RUF012, Numba's own declaration


class _SharedCache(FunctionCache):
    """The versions of a function on disk, written by one process at a time.

    Numba reads the index, adds a version and writes the index back. Two processes that do so at the same time would
    lose a version, or write the code of two versions to one file.
    """

    _impl_class = _PlacedCode

    def __init__(self, dispatcher: Any) -> None:
        super().__init__(dispatcher.py_func)
        self._dispatcher = dispatcher

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return *super()._index_key(sig, codegen), dependencies(self._dispatcher, sig)

    def save_overload(self, sig: Any, data: Any) -> None:
        folder = Path(self.cache_path)
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "lock", mode=0o600, preserve_lock_file=True):
            self._drop_superseded(sig)
            super().save_overload(sig, data)

    def _drop_superseded(self, sig: Any) -> None:
        """Remove versions for the same types that were compiled long ago, from sources that have changed since."""
        file = self._cache_file
        versions = file._load_index()
        old = {key: name for key, name in versions.items() if key[0] == sig and self._is_old(name)}
        if old:
            file._save_index({key: name for key, name in versions.items() if key not in old})
            for name in old.values():
                Path(self.cache_path, name).unlink(missing_ok=True)

    def _is_old(self, name: str) -> bool:
        path = Path(self.cache_path, name)
        return not path.exists() or time.time() - path.stat().st_mtime > KEPT_SECONDS


def _decorate(function: Function, *, forceinline: bool) -> Function:
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    if CACHE_FOLDER is not None and not SETTINGS.DISABLE_JIT:
        dispatcher._cache = _SharedCache(dispatcher)
    return cast(Function, dispatcher)
