"""The compile cache: fast in a new process, and never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent
MOVES = "import ludotheque; print(len(ludotheque.game('keks').start(seed=1).legal_moves()))"


def run(code: str, source: Path, cache: Path, **extra: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(source), "LUDOTHEQUE_CACHE": str(cache), **extra}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.strip()


def copy_package(folder: Path) -> Path:
    """Copy only the engine and Keks, so that compiling is fast."""
    shutil.copytree(
        PACKAGE,
        folder / "ludotheque",
        ignore=lambda path, names: (
            {n for n in names if n not in ("__init__.py", "spec.py", "words.py", "keks")}
            if Path(path).name == "games"
            else set()
        ),
    )
    return folder


def test_a_changed_rule_is_never_served_from_the_cache(tmp_path: Path) -> None:
    """The change is in a file whose functions others call, which Numba's own cache does not notice."""
    source, cache = copy_package(tmp_path / "source"), tmp_path / "cache"
    assert run(MOVES, source, cache) == "8"
    board = source / "ludotheque" / "games" / "keks" / "rules" / "board.py"
    rules = board.read_text()
    assert "return tiles & (at_most_one | corner)" in rules
    board.write_text(rules.replace("return tiles & (at_most_one | corner)", "return tiles & corner & 0xFFFF"))
    assert run(MOVES, source, cache) == "4"
    board.write_text(rules)
    assert run(MOVES, source, cache) == "8"


def test_a_read_only_cache_folder_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from ludotheque.engine.compiling import CACHE_FOLDER as f; print(f)"
    assert run(code, PACKAGE.parent, blocked) == "None"


def test_each_environment_has_its_own_folder(tmp_path: Path) -> None:
    code = "from ludotheque.engine.compiling import CACHE_FOLDER as f; print(f)"
    first = run(code, PACKAGE.parent, tmp_path)
    assert first == run(code, PACKAGE.parent, tmp_path)
    assert first != run(code, PACKAGE.parent, tmp_path, NUMBA_OPT="1")


COMPILED_AGAIN = (
    "import ludotheque; from ludotheque.engine import calls as e;"
    "ludotheque.game('keks').start(seed=1).legal_moves();"
    "print(sum(sum(f.stats.cache_misses.values()) for f in (e.begin, e.list_legal, e.acting)))"
)


def test_a_new_process_loads_compiled_rules_wherever_the_package_is(tmp_path: Path) -> None:
    """Not a benchmark: compiling again would take seconds."""
    source, cache = copy_package(tmp_path / "source"), tmp_path / "cache"
    run(MOVES, source, cache)
    assert run(COMPILED_AGAIN, source, cache) == "0"
    assert run(COMPILED_AGAIN, copy_package(tmp_path / "elsewhere"), cache) == "0"


EDITS_THAT_CHANGE_NO_CODE = {
    "a view": ("games/keks/display/view.py", "\nEXTRA = 1\n"),
    "a comment": ("games/keks/rules/state.py", "\n# A comment.\n"),
    "a readme": ("games/keks/README.md", "\nA sentence.\n"),
    "plain Python beside compiled functions": ("engine/rules.py", "\n\ndef plain() -> None:\n    return None\n"),
}


def test_changes_outside_compiled_code_compile_nothing(tmp_path: Path) -> None:
    source, cache = copy_package(tmp_path / "source"), tmp_path / "cache"
    run(MOVES, source, cache)
    for path, text in EDITS_THAT_CHANGE_NO_CODE.values():
        file = source / "ludotheque" / path
        file.write_text(file.read_text() + text)
    state = source / "ludotheque" / "games" / "keks" / "rules" / "state.py"
    state.write_text("# One line more above every function.\n" + state.read_text())
    assert run(COMPILED_AGAIN, source, cache) == "0"


TWICE = """
from numba.core.caching import FunctionCache
from ludotheque.engine import compiling

if {numbas_own}:
    own_save = FunctionCache.save_overload
    compiling._SharedCache.save_overload = own_save

@compiling.compiled
def twice(number):
    return number + number
"""
SAVE = """
import time
from pathlib import Path
from numba.core.caching import IndexDataCacheFile
from twice import twice

load = IndexDataCacheFile._load_index
reads = 0

def load_together(self):
    # So that all read before one writes, unless they wait for each other.
    global reads
    found, reads = load(self), reads + 1
    Path({folder!r}, f"read {{reads}} {kind}").touch()
    end = time.monotonic() + {patience}
    while len(list(Path({folder!r}).glob(f"read {{reads}} *"))) < {count} and time.monotonic() < end:
        time.sleep(0.01)
    return found

IndexDataCacheFile._load_index = load_together
twice.compile("({kind},)")
"""
COUNT = "from twice import twice; print(len(twice._cache._cache_file._load_index()))"


@pytest.mark.parametrize("numbas_own", [False, True])
def test_processes_that_compile_at_the_same_time_lose_nothing(tmp_path: Path, numbas_own: bool) -> None:
    """Each compiles the same function for another type; Numba's own cache loses some of them."""
    (tmp_path / "twice.py").write_text(TWICE.format(numbas_own=numbas_own))
    source = Path(os.pathsep.join((str(tmp_path), str(PACKAGE.parent))))
    run("import twice", source, tmp_path / "cache")
    kinds = "int64", "int32", "float64"
    shared = {"folder": str(tmp_path), "count": len(kinds), "patience": 120 if numbas_own else 1}
    with ThreadPoolExecutor(len(kinds)) as pool:
        list(pool.map(lambda kind: run(SAVE.format(kind=kind, **shared), source, tmp_path / "cache"), kinds))
    kept = int(run(COUNT, source, tmp_path / "cache"))
    assert kept < len(kinds) if numbas_own else kept == len(kinds)
