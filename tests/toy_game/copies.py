"""Copies of the package in which the toy is one of the games: with its first rules, or with a ruling."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent
TOY = Path(__file__).parent / "pebbles"
#: What every copy keeps of `games/`.
SHARED = ("__init__.py", "spec.py", "words.py")
RULING = "Whoever takes the last pebble loses."
#: What an author edits when a ruling changes: texts of the toy's files, and what replaces them.
EDITS = {
    "__init__.py": {
        "from pathlib import Path\n": "from datetime import date\nfrom pathlib import Path\n",
        "import Mode, Spec\n": "import Mode, Ruling, Spec\n",
        "    rules_version=1,\n": f'    rules_version=2,\n    rulings=(Ruling(date(2027, 1, 31), "{RULING}"),),\n',
    },
    "rules/state.py": {
        '    ("winner", np.int64),': '    ("last_loses", np.int64),  # 1 from version 2 on\n    ("winner", np.int64),',
        "    state.winner = NONE\n": "    state.winner = NONE\n    state.last_loses = options[-1] >= 2\n",
        "        state.winner = seat\n": "        state.winner = 1 - seat if state.last_loses else seat\n",
    },
}


def copy_package(folder: Path, *, games: tuple[str, ...] = (), ruling: bool = False) -> Path:
    """Copy the package into a folder, with the toy and of the other games only those named; return the folder."""
    copied = folder / "ludotheque" / "games"
    kept = (*SHARED, *games)

    def omitted(path: str, names: list[str]) -> set[str]:
        return {name for name in names if name not in kept} if Path(path) == PACKAGE / "games" else {"__pycache__"}

    shutil.copytree(PACKAGE, copied.parent, ignore=omitted)
    shutil.copytree(TOY, copied / "pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    if ruling:
        _edit(copied / "pebbles")
    return folder


def _edit(toy: Path) -> None:
    for name, edits in EDITS.items():
        text = (toy / name).read_text("utf-8")
        for before, after in edits.items():
            assert text.count(before) == 1, f"{name} of the toy no longer has {before!r} once"
            text = text.replace(before, after)
        (toy / name).write_text(text, "utf-8")


def environment(package: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(package)}


def run(package: Path, *arguments: str) -> str:
    """Run Python with a copy of the package; return its output."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=package, env=environment(package), capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout
