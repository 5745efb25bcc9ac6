"""`ludotheque export`: matches as a Parquet file with one row per decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludotheque import record
from ludotheque.arena import entrants, playing
from ludotheque.arena.plan import MatchJob
from ludotheque.catalogue import game
from ludotheque.cli import arguments
from ludotheque.engine.chance import new_seed
from ludotheque.errors import BadRecord, BadSetup
from ludotheque.export import Dataset, as_array, as_view, writing
from ludotheque.games.spec import Json


class Seen(StrEnum):
    ARRAY = "array"
    VIEW = "view"


OBSERVATIONS = {Seen.ARRAY: as_array, Seen.VIEW: as_view}


class MatchSource(NamedTuple):
    """A match to export: its name, and a function that returns its record or raises BadRecord."""

    name: str
    record: Callable[[], Json]


class Sources(NamedTuple):
    """The number of matches, and an iterator over them."""

    number: int
    each: Iterable[MatchSource]


class SelfPlay(NamedTuple):
    """Matches of a game between bots of one kind."""

    game: str
    seats: int | None
    options: list[str] | None
    bot: str
    matches: int
    seed: str | None

    def sources(self) -> Sources:
        if self.matches < 1:
            raise BadSetup(f"--matches {self.matches}: must be at least 1")
        first = game(self.game).start(self.seats, 0, arguments.options(self.options))
        entrants.bot(self.bot, self.game)  # UnknownBot
        seating, seed = (self.bot,) * first.seats, new_seed() if self.seed is None else self.seed
        jobs = (MatchJob(self.game, first.options, seating, seed, deal) for deal in range(self.matches))
        return Sources(self.matches, (MatchSource(f"{seed} deal {job.deal}", partial(_played, job)) for job in jobs))


def export(
    out: Annotated[Path, typer.Option(metavar="FILE.parquet", help="The new file.", show_default=False)],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="RECORD", help="Records, as JSON, or folders of them.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The data file of a server: export its finished matches.", show_default=False
        ),
    ] = None,
    self_play: Annotated[
        str | None, typer.Option(metavar="GAME", help="Let bots play new matches of this game.", show_default=False)
    ] = None,
    level: Annotated[
        str, typer.Option(help="The bot that plays them: a level from 1 to 5, or another bot of `ludotheque arena`.")
    ] = "random",
    matches: Annotated[int, typer.Option(help="Number of new matches.")] = 1000,
    seats: arguments.Seats = None,
    seed: arguments.Seed = None,
    option: arguments.OptionTexts = None,
    observation: Annotated[
        Seen, typer.Option(help="What the seat saw, as an array of numbers or as JSON.")
    ] = Seen.ARRAY,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write matches to a Parquet file: for each decision what the seat saw, its legal moves, and the result.

    Bad records are reported and left out; the command then exits with 1.
    """
    if [bool(files), data is not None, self_play is not None].count(True) != 1:
        raise BadSetup("name the matches: RECORDs, --data FILE or --self-play GAME")
    new = SelfPlay(self_play, seats, option, level, matches, seed) if self_play else None
    with _sources(files or [], data, new) as sources, writing(out, OBSERVATIONS[observation](), force=force) as dataset:
        bad = _add(dataset, sources)
        if not dataset.matches:
            raise BadSetup("there is no match to write")
    print(f"{out}: {dataset.matches:,} matches, {dataset.decisions:,} decisions")
    if bad:
        print(f"{bad:,} of {sources.number:,} records are bad and were left out")
        raise typer.Exit(1)


@contextmanager
def _sources(files: list[Path], data: Path | None, new: SelfPlay | None) -> Iterator[Sources]:
    if data is not None:
        # Imported here so that the other commands start quickly.
        from ludotheque.server.queries.finished_matches import FinishedMatches

        with closing(FinishedMatches(data)) as finished:
            keys = finished.tables()
            yield Sources(len(keys), (MatchSource(key, partial(finished.record, key)) for key in keys))
    elif new is not None:
        yield new.sources()
    else:
        paths = [path for file in files for path in _files(file)]
        yield Sources(len(paths), (MatchSource(str(path), partial(record.load, path)) for path in paths))


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise BadSetup(f"{path}: no such file or folder")
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]


def _add(dataset: Dataset, sources: Sources) -> int:
    """Add all matches and return how many records are bad."""
    bad = 0
    console = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        for source in progress.track(sources.each, total=sources.number, description="Matches"):
            try:
                dataset.add(source.name, source.record())
            except BadRecord as error:
                bad += 1
                console.print(f"{source.name}: {error}", markup=False, soft_wrap=True)
    return bad


def _played(job: MatchJob) -> Json:
    match = job.start()

    def follow(seat: int, move: str | None) -> None:
        if move is not None:
            match.play(move, seat)

    failure = playing.play(job, follow).result.failure
    if failure is not None:
        raise BadRecord(f"a bot failed, so it was not finished: {failure.reason}")
    return match.record()
