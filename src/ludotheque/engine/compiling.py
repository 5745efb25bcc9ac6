"""Compilation with a disk cache that can never run stale rules.

Numba's own cache notices only changes of the file in which a function stands, not of what that function calls.
So every version of the sources gets a folder of its own, named by a hash of all sources and of the versions and
settings that shape the machine code.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from ludotheque.locking import lock

PACKAGE = Path(__file__).resolve().parent.parent
SOURCES = ("*.py", "*.json")
#: Files of a game that only read views: nothing compiled depends on them.
UNCOMPILED = ("observation.py", "picture.py", "picture_parts.py")
#: Packages above the games that hold compiled functions, too.
ABOVE = ("batching", "bots")
#: Numba's settings, which its stubs do not list.
SETTINGS: Any = numba.config
KEPT_SECONDS = 14 * 24 * 3600


def sources_hash(package: Path = PACKAGE, folders: tuple[str, ...] = ("engine", "games")) -> str:
    """Hash of everything that compiled code can depend on: these folders, versions, Numba's settings."""
    digest = hashlib.sha256()
    versions = (platform.python_version(), np.__version__, numba.__version__, llvmlite.__version__)
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k != "NUMBA_CACHE_DIR")
    digest.update(repr((versions, settings)).encode())
    for folder in folders:
        for path in sorted(p for pattern in SOURCES for p in (package / folder).rglob(pattern)):
            if path.name in UNCOMPILED:
                continue
            digest.update(path.relative_to(package).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """The folder above all versions' folders; `LUDOTHEQUE_CACHE` moves it."""
    chosen = os.environ.get("LUDOTHEQUE_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("ludotheque")) / "compiled"


def _prepare_cache_folder() -> Path | None:
    """Make this version's folder and drop those of versions that nobody has used for two weeks."""
    folder = cache_root() / sources_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.is_dir() and time.time() - other.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


#: None where nothing can be written. Everything then compiles anew in each process: Numba's own choice of a folder
#: would not be safe from stale rules.
CACHE_FOLDER = _prepare_cache_folder()

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` with Numba on first call: no GIL, cached on disk under this version's folder."""
    return _decorate(function, forceinline=False)


def inlined(function: Function) -> Function:
    """Like `compiled`, and merged into its callers: for small functions on the hot path.

    Numba counts references to the arrays that are passed to a function; merged functions are spared that.
    """
    return _decorate(function, forceinline=True)


class _PlacedByModule(UserProvidedCacheLocator):
    """Where a function is cached: by the name of its module, so that a package is compiled once wherever it lies.

    Numba goes by the path of the source file. An install into another place would compile everything again.
    """

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        folder = _folder(function.__module__)
        assert folder is not None, "only functions that have a folder get a cache"
        self._cache_path = str(folder / function.__module__)

    @classmethod
    def from_function(cls, function: Any, file: str) -> _PlacedByModule:
        return cls(function, file)


class _PlacedCode(CompileResultCacheImpl):
    _locator_classes = [_PlacedByModule]  # noqa: RUF012, Numba's own declaration


class _SharedCache(FunctionCache):
    """A function's versions on disk, written by one process at a time.

    Numba reads the list of versions, adds one and writes the list: two processes that do so together lose one, or write
    the code of two versions into one file.
    """

    _impl_class = _PlacedCode

    def save_overload(self, sig: Any, data: Any) -> None:
        with _writing(Path(self.cache_path)):
            super().save_overload(sig, data)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(file, wait=True)
        yield
    finally:
        os.close(file)


@cache
def _folder(module: str) -> Path | None:
    """Where a module's functions are cached: what stands above the games depends on more than the rules do."""
    package = module.removeprefix("ludotheque.").partition(".")[0]
    if CACHE_FOLDER is None or package not in ABOVE:
        return CACHE_FOLDER
    return CACHE_FOLDER / sources_hash(folders=(package,))


def _decorate(function: Function, *, forceinline: bool) -> Function:
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    if _folder(function.__module__) is not None and not SETTINGS.DISABLE_JIT:
        dispatcher._cache = _SharedCache(function)
    return cast(Function, dispatcher)
