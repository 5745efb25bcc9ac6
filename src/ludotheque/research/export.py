"""Datasets for learning: a Parquet file with a row for each move that was chosen.

Only one match and one row group are in memory at a time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque import record
from ludotheque.errors import BadSetup
from ludotheque.extras import library
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.record import Record
from ludotheque.research.observations import observation as observe
from ludotheque.research.rewards import win_shares

if TYPE_CHECKING:
    import pyarrow as pa

#: Rows that are written and read together; with the largest observations they take 60 MB.
ROW_GROUP = 2048


@dataclass(frozen=True)
class Observation:
    """The column `observation`: its type, and a function that returns what a seat sees of a match.

    `see` must use only what that seat may know, such as `match.view(seat)`.
    """

    type: pa.DataType
    see: Callable[[Match, int], Any]


def as_array() -> Observation:
    """Store the array of `ludotheque.observing`; its length depends on the game, the seats and the mode."""
    pa = parquet()
    return Observation(pa.list_(pa.float32()), observe)


def as_view() -> Observation:
    """Store the seat's view as JSON, as the game's page describes it."""
    return Observation(parquet().string(), lambda match, seat: json.dumps(match.view(seat), ensure_ascii=False))


def parquet() -> Any:
    """pyarrow. Raises MissingExtra if it is not installed."""
    library("pyarrow.parquet", "parquet")
    return library("pyarrow", "parquet")


def schema(observation: Observation) -> pa.Schema:
    """Return the columns of a dataset; `docs/research/datasets.md` explains them."""
    pa = parquet()
    return pa.schema(
        [
            ("match", pa.string()),
            ("game", pa.string()),
            ("options", pa.string()),
            ("seats", pa.int8()),
            ("number", pa.int32()),
            ("seat", pa.int8()),
            ("observation", observation.type),
            ("legal_moves", pa.list_(pa.string())),
            ("move", pa.string()),
            ("result", pa.float64()),
            ("scores", pa.list_(pa.int32())),
        ]
    )


def rows(name: str, stored: Json | str | bytes, observation: Observation) -> list[Json]:
    """Return a row for each move of a record, with the columns of `schema`; `name` is the match's. Raises BadRecord."""
    checked = record.check_shape(stored)
    end = record.replay(stored)
    shares = win_shares(_winners(checked, end), end.seats)
    options = json.dumps(end.options, ensure_ascii=False, sort_keys=True)
    shared = {"match": name, "game": end.game, "options": options, "seats": end.seats, "scores": end.scores}
    match = record.begin(checked)
    table = []
    for number, (seat, move) in enumerate(checked.history):
        table.append(
            shared
            | {
                "number": number,
                "seat": seat,
                "observation": observation.see(match, seat),
                "legal_moves": match.legal_moves(seat),
                "move": move,
                "result": shares[seat],
            }
        )
        match.play(move, seat)
    return table


def _winners(stored: Record, end: Match) -> list[int]:
    """Return the winners; none where the match is unfinished or ended without one."""
    if end.over:
        return end.winners
    return (stored.end.winners or []) if stored.end else []


class Dataset:
    """A dataset being written; `matches` and `decisions` count what has been added."""

    def __init__(self, path: Path, observation: Observation) -> None:
        self._schema = schema(observation)
        self._observation = observation
        self._writer = parquet().parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._waiting: list[Json] = []
        self.matches = 0
        self.decisions = 0

    def add(self, name: str, stored: Json | str | bytes) -> None:
        """Add a match. Raises BadRecord; then nothing of it is added."""
        self._waiting += rows(name, stored, self._observation)
        self.matches += 1
        while len(self._waiting) >= ROW_GROUP:
            self._write(ROW_GROUP)

    def _write(self, count: int) -> None:
        self._writer.write_table(parquet().Table.from_pylist(self._waiting[:count], self._schema))
        del self._waiting[:count]
        self.decisions += count

    def close(self) -> None:
        if self._waiting:
            self._write(len(self._waiting))
        self._writer.close()


@contextmanager
def writing(path: Path, observation: Observation | None = None, *, force: bool = False) -> Iterator[Dataset]:
    """Write a new dataset; the file appears at its path only once it is complete.

    Raises BadSetup if the file exists already (`force` replaces it), or it cannot be written, and MissingExtra.
    """
    if path.exists() and not force:
        raise BadSetup(f"{path} exists already and is not overwritten; choose another name, or say --force")
    part = path.with_name(path.name + ".part")
    try:
        dataset = Dataset(part, observation or as_array())
        try:
            yield dataset
        finally:
            dataset.close()
        os.replace(part, path)
    except OSError as error:
        raise BadSetup(f"{path}: cannot be written ({error.strerror or error})") from error
    finally:
        part.unlink(missing_ok=True)
