"""Matches as data to learn from: a Parquet file with a row for each decision.

One match is in memory at a time, and as many rows as make a row group, however many there are in all.
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

#: Rows that are written together; a reader takes them together too. The largest observations then fill 60 MB.
ROW_GROUP = 2048


@dataclass(frozen=True)
class Observation:
    """What a seat saw before its decision, as a column: its type, and its value for the seat's match and the seat.

    `see` must look at nothing but `match.view(seat)` and what else that seat may know.
    """

    type: pa.DataType
    see: Callable[[Match, int], Any]


def as_array() -> Observation:
    """The array of `ludotheque.observing`; its length goes with the game, the seats and the mode."""
    pa = parquet()
    return Observation(pa.list_(pa.float32()), observe)


def as_view() -> Observation:
    """The seat's view as JSON, as the game's page describes it."""
    return Observation(parquet().string(), lambda match, seat: json.dumps(match.view(seat), ensure_ascii=False))


def parquet() -> Any:
    """pyarrow, which is an extra; MissingExtra."""
    library("pyarrow.parquet", "parquet")
    return library("pyarrow", "parquet")


def schema(observation: Observation) -> pa.Schema:
    """The columns of a dataset; `docs/research/datasets.md` says what they mean."""
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
    """A row for each move of a record, as `schema` has them. `name`: of the match. BadRecord."""
    told = record.check_shape(stored)
    end = record.replay(stored)
    shares, options = (
        win_shares(_winners(told, end), end.seats),
        json.dumps(end.options, ensure_ascii=False, sort_keys=True),
    )
    about = {"match": name, "game": end.game, "options": options, "seats": end.seats, "scores": end.scores}
    match = record.begin(told)
    found = []
    for number, (seat, move) in enumerate(told.history):
        found.append(
            about
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
    return found


def _winners(told: Record, end: Match) -> list[int]:
    """Who has won; nobody where the match is not over, or ended without a winner."""
    if end.over:
        return end.winners
    return (told.end.winners or []) if told.end else []


class Dataset:
    """A file being written. `add` matches to it; `matches` and `decisions` count what is in it."""

    def __init__(self, path: Path, observation: Observation) -> None:
        self._schema = schema(observation)
        self._observation = observation
        self._writer = parquet().parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._waiting: list[Json] = []
        self.matches = 0
        self.decisions = 0

    def add(self, name: str, stored: Json | str | bytes) -> None:
        """Add a match; after BadRecord nothing of it is in the file."""
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
    """A new dataset at that path, which is there only once it is complete.

    BadSetup: something is there already (`force` replaces it), or nothing can be written there. MissingExtra.
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
