"""What can be compiled before anybody needs it: three parts, for each mode of each game.

`engine/precompile_rules.py` compiles the rules, `bots.py` what bots, hints and reviews search with (the part that the
command line calls `players`), and `batches.py` what learning programs need.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.engine import precompile_rules as rules
from ludotheque.games import names, spec_of
from ludotheque.games.spec import Options
from ludotheque.precompile import bots

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True)
class CompilePart:
    """`precompile` compiles the part, or loads it from the cache, and reports progress: done, total."""

    precompile: Callable[[str, Options, OnProgress], None]
    is_precompiled: Callable[[str, Options], bool]


def _precompile_batches(game: str, options: Options, on_progress: OnProgress) -> None:
    from ludotheque.precompile import batches  # only learning programs need it

    batches.precompile(game, options, on_progress)


def _are_batches_precompiled(game: str, options: Options) -> bool:
    from ludotheque.precompile import batches

    return batches.is_precompiled(game, options)


#: In the order in which they are compiled: later parts need what earlier ones have compiled.
PARTS = {
    "rules": CompilePart(
        lambda game, options, on_progress: rules.precompile(spec_of(game).mode(options).rules, on_progress),
        lambda game, options: rules.is_precompiled(spec_of(game).mode(options).rules),
    ),
    "players": CompilePart(bots.precompile, bots.is_precompiled),
    "batches": CompilePart(_precompile_batches, _are_batches_precompiled),
}


class CompileJob(NamedTuple):
    """One part of one mode of a game."""

    part: str
    game: str
    options: Options

    @property
    def title(self) -> str:
        return f"{spec_of(self.game).title}: {self.part}"

    def is_done(self) -> bool:
        """Return whether some process has compiled it from the present sources."""
        return PARTS[self.part].is_precompiled(self.game, self.options)

    def run(self, on_progress: OnProgress) -> None:
        PARTS[self.part].precompile(self.game, self.options, on_progress)


def all_jobs(part: str) -> list[CompileJob]:
    """Return the jobs of a part. Small state records come first: they compile fastest."""
    return sorted(
        (CompileJob(part, name, options) for name in names() for options in spec_of(name).options_by_mode()), key=_size
    )


def missing(part: str) -> list[CompileJob]:
    """Return the jobs of a part that are not done."""
    return [job for job in all_jobs(part) if not job.is_done()]


def _size(job: CompileJob) -> int:
    return spec_of(job.game).mode(job.options).rules.dtype.itemsize
