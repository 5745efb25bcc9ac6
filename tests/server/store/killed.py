"""Runs a function in a child that is killed at a chosen moment.

As a program it reads lines `MOMENT FUNCTION ARGUMENT...` and forks for each. The child kills itself with SIGKILL when
it opens, renames or removes a file for the MOMENT-th time. Then the program prints `killed`, or else `done`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import apsw

from ludotheque.server.store import backup, restore

EVENTS = ("open", "os.rename", "os.remove")


def back_up(data: str, target: str) -> None:
    backup.back_up(data, Path(target))


class KillsItself(Event):
    """What a backup asks between two steps whether to stop."""

    def wait(self, timeout: float | None = None) -> bool:
        os.kill(os.getpid(), signal.SIGKILL)
        return True


def use_little_memory(raw: apsw.Connection) -> None:
    raw.execute("PRAGMA cache_size=10")


def back_up_some_pages(data: str, target: str) -> None:
    """As with a house that is larger than SQLite's memory, so that pages are in the file before all are copied."""
    apsw.connection_hooks.append(use_little_memory)
    vars(backup)["PAGES"] = 40
    backup.back_up(data, Path(target), KillsItself())


def back_up_some_pages_in_place(data: str, target: str) -> None:
    """The mutant: the file has its name before it is complete."""
    vars(backup)["beside"] = lambda path, suffix: path
    back_up_some_pages(data, target)


def restore_from(source: str, data: str) -> None:
    restore.restore(Path(source), data)


FUNCTIONS: dict[str, Callable[[str, str], None]] = {
    function.__name__: function for function in (back_up, back_up_some_pages, back_up_some_pages_in_place, restore_from)
}


def _kill_at(moment: int) -> None:
    left = moment

    def count(event: str, arguments: object) -> None:
        nonlocal left
        if event in EVENTS:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def main() -> None:
    for line in sys.stdin:
        moment, function, *arguments = line.split()
        child = os.fork()
        if child == 0:
            _kill_at(int(moment))
            FUNCTIONS[function](*arguments)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        os.write(1, b"killed\n" if os.WIFSIGNALED(status) else b"done\n")


#: A moment that never comes.
NEVER = 10**6


class Killer:
    """The program, running."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, moment: int, function: Callable[[str, str], None], *arguments: Path) -> bool:
        """Whether it was killed before it had done everything."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(" ".join([str(moment), function.__name__, *map(str, arguments)]) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline() == "killed\n"


@contextlib.contextmanager
def killer() -> Iterator[Killer]:
    """Run this program."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "tests.server.store.killed"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        yield Killer(process)
        process.stdin.close()  # type: ignore[union-attr]  # it is a pipe


if __name__ == "__main__":
    main()
