"""`ludotheque compile`: compile all rules now, so that nobody waits later."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque.engine.rules import Rules
from ludotheque.engine.warming import is_warm, warm
from ludotheque.games import names, spec


def compile_rules() -> None:
    """Compile the rules of all games, or find that they are compiled already."""
    began = time.perf_counter()
    missing = [(title, rules) for title, rules in _all_rules() if not is_warm(rules)]
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        transient=True,
    ) as progress:
        for title, rules in missing:
            task = progress.add_task(f"Compiling {title}")
            warm(rules, lambda done, total, task=task: progress.update(task, completed=done, total=total))  # type: ignore[misc]
    seconds = time.perf_counter() - began
    done = f"{len(missing)} sets of rules compiled in {seconds:.0f} s" if missing else "all rules are compiled"
    Console().print(f"Ready: {done}.", highlight=False)


def _all_rules() -> list[tuple[str, Rules]]:
    return [(spec(name).title, mode.rules) for name in names() for mode in spec(name).modes]
