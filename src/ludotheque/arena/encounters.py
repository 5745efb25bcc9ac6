"""Results as comparisons of bots: who sat at a table, who won, on which deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ludotheque.arena.playing import Result
from ludotheque.arena.rating import Numbers


@dataclass(frozen=True)
class Encounter:
    """A comparison of bots: a match, or, where everybody plays alone, two bots' scores on one deal."""

    deal: int
    table: tuple[str, ...]
    wins: dict[str, float]


@dataclass(frozen=True)
class Tally:
    """Encounters added up: `plays[deal, table]`, `wins[deal, table, bot]`, `chairs[table, bot]`."""

    names: tuple[str, ...]
    tables: tuple[tuple[str, ...], ...]
    plays: Numbers
    wins: Numbers
    chairs: Numbers


def encounters(results: list[Result]) -> Iterator[Encounter]:
    """What the results say about who is better. A result that is there twice counts once."""
    different = {(result.deal, result.seating): result for result in results}.values()
    alone: dict[int, list[Result]] = defaultdict(list)
    for result in different:
        if len(result.seating) == 1:
            alone[result.deal].append(result)
        else:
            wins: dict[str, float] = defaultdict(float)
            for seat in result.winners:
                wins[result.seating[seat]] += 1 / len(result.winners)
            yield Encounter(result.deal, tuple(sorted(result.seating)), dict(wins))
    for deal, played in alone.items():
        for one, other in combinations(sorted(played, key=lambda result: result.seating), 2):
            yield Encounter(deal, one.seating + other.seating, _better(one, other))


def _better(one: Result, other: Result) -> dict[str, float]:
    """The win on a deal that two bots have played alone; a failure counts less than any score."""
    first, second = (-np.inf if r.failure is not None else r.scores[0] for r in (one, other))
    part = 0.5 if first == second else float(first > second)
    return {one.seating[0]: part, other.seating[0]: 1 - part}


def tally(found: list[Encounter]) -> Tally:
    """Count the encounters."""
    tables = tuple(sorted({encounter.table for encounter in found}))
    names = tuple(sorted({name for table in tables for name in table}))
    deals = {deal: i for i, deal in enumerate(sorted({encounter.deal for encounter in found}))}
    plays = np.zeros((len(deals), len(tables)))
    wins = np.zeros((len(deals), len(tables), len(names)))
    for encounter in found:
        at = deals[encounter.deal], tables.index(encounter.table)
        plays[at] += 1
        for name, part in encounter.wins.items():
            wins[(*at, names.index(name))] += part
    chairs = np.array([[float(table.count(name)) for name in names] for table in tables])
    return Tally(names, tables, plays, wins, chairs)
