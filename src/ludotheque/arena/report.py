"""What an arena tells at its end, as data and in words."""

from __future__ import annotations

from ludotheque.arena.plan import Plan
from ludotheque.arena.playing import Result
from ludotheque.arena.standings import Meeting, Standing
from ludotheque.catalogue import game
from ludotheque.games.spec import Json


def as_data(plan: Plan, results: list[Result], rows: list[Standing], sets: list[Meeting]) -> Json:
    """For programs. `interval`: of the rating, 95%; `sets`: how each bot did against each set of opponents."""
    return {
        "game": plan.game,
        "seats": plan.seats,
        "options": plan.options,
        "bots": [_of_bot(row) for row in rows],
        "sets": [_of_set(row) for row in sets],
        "mode": plan.mode,
        "seed": plan.seed,
        "matches": len(results),
    }


def _of_bot(row: Standing) -> Json:
    return {
        "name": row.name,
        "matches": row.matches,
        "share": row.share,
        "rating": row.rating,
        "interval": list(row.interval),
        "share_interval": list(row.share_interval),
        "points": row.points,
        "slowest": row.slowest,
        "failures": row.failures,
    }


def _of_set(row: Meeting) -> Json:
    return {
        "bots": list(row.bots),
        "name": row.name,
        "matches": row.matches,
        "share": row.share,
        "share_interval": list(row.interval),
    }


def summary(plan: Plan, results: list[Result]) -> str:
    """Seats, options that are not the usual ones, and how much was played."""
    deals = _counted(len({result.deal for result in results}), "deal")
    usual = game(plan.game).spec.complete(None)
    chosen = "".join(f", {name} {value}" for name, value in plan.options.items() if value != usual[name])
    return f"{_counted(plan.seats, 'seat')}{chosen}, {len(results)} matches on {deals}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def failure_of(result: Result) -> str:
    """Who failed, how, and where the record is."""
    failure = result.failure
    assert failure is not None
    who = "nobody to blame" if failure.seat is None else f"{result.seating[failure.seat]} in seat {failure.seat}"
    return f"deal {result.deal}, {who}: {failure.why}; record: {failure.record}"
