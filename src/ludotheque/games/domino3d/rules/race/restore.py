"""Set up a position of the race from its JSON, or say why no match can reach it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.errors import BadState
from ludotheque.games.domino3d.rules.common.model import Model
from ludotheque.games.domino3d.rules.common.positions import Domino, Laid, Number, Seat, check_mode, clear
from ludotheque.games.domino3d.rules.common.tower import set_border
from ludotheque.games.domino3d.rules.race import state as rules
from ludotheque.games.domino3d.rules.race.sets import has_upright, is_connected, lay_down
from ludotheque.games.spec import Json, Options, State, decoded

PHASES = {"build": rules.BUILD, "check": rules.CHECK, "over": rules.OVER}
VERDICTS = {None: rules.NONE, "accept": rules.ACCEPT, "object": rules.OBJECT}


class Position(msgspec.Struct, forbid_unknown_fields=True):
    mode: str
    phase: Literal["build", "check", "over"]
    round: Annotated[int, Meta(ge=1, le=rules.MAX_ROUNDS)]
    hands: list[list[Domino]]
    sets: list[list[Laid]]
    finished: list[Seat]
    given_up: list[Seat]
    verdicts: list[Literal["accept", "object"] | None]
    totals: list[Number]
    to_act: list[int]


#: Fields that `setup` has written and a position does not contain.
KEPT = ("chance", "seats", "neighbour", "rounds_goal")


def restore(state: State, given: Json, seats: int, options: Options) -> None:
    """Write the position into a record. The caller checks that it gives the same JSON again."""
    position = decoded(given, Position)
    check_mode(position.mode, options)
    clear(state, KEPT)
    _check_dominoes(position, seats)
    for seat in range(seats):
        set_border(state, seat)
        _lay_set(state, position, seat)
    state.round_number, state.phase = position.round, PHASES[position.phase]
    state.totals[:seats] = position.totals
    _write_stopped(state, position, seats)
    _write_verdicts(state, position, seats)
    _check_goal(position, seats, options)


def _check_dominoes(position: Position, seats: int) -> None:
    """Rule 16: every seat has its dominoes, no domino is there twice."""
    for name, lists in (("hands", position.hands), ("sets", position.sets), ("verdicts", position.verdicts)):
        if len(lists) != seats:
            raise BadState(f"{name!r} has one entry for each of the {seats} seats")
    own = [hand + [piece.domino for piece in laid] for hand, laid in zip(position.hands, position.sets, strict=True)]
    number = int(rules.HAND_OF[seats])
    for seat, dominoes in enumerate(own):
        if len(dominoes) != number:
            raise BadState(f"seat {seat} has {len(dominoes)} dominoes; with {seats} seats everybody has {number}")
    if len({domino for dominoes in own for domino in dominoes}) != seats * number:
        raise BadState("a domino is there twice")


def _lay_set(state: State, position: Position, seat: int) -> None:
    """Rules 3, 6, 7 and 17. What a domino once touched may have been taken back since; what it rests on may not."""
    model = Model()
    for piece in position.sets[seat]:
        action = piece.action
        refusal = model.off_or_filled(action) or model.blocked(action) or model.unsupported(action)
        if refusal is not None:
            raise BadState(
                f"domino {piece.domino} cannot lie so on the table of seat {seat}: rule {refusal.rule} ({refusal.key})"
            )
        model.add(piece.domino, action)
        lay_down(state, seat, piece.domino, action)
    state.hands[seat] = sum(1 << domino for domino in position.hands[seat])
    state.ready[seat] = not position.hands[seat] and has_upright(state, seat) and is_connected(state, seat)


def _write_stopped(state: State, position: Position, seats: int) -> None:
    """Rules 19 and 20."""
    stopped = position.finished + position.given_up
    if len(set(stopped)) != len(stopped) or any(seat >= seats for seat in stopped):
        raise BadState("'finished' and 'given_up' name each seat at most once")
    if (len(stopped) == seats) == (position.phase == "build"):
        raise BadState("the phase is 'build' exactly as long as a seat has neither finished nor given up")
    for seat in position.finished:
        if not state.ready[seat]:
            raise BadState(f"seat {seat} cannot be done: rule 19 wants one piece of all its dominoes, and one upright")
    state.finished[:] = rules.NONE
    state.finished[: len(position.finished)] = position.finished
    state.finishers = len(position.finished)
    state.building = sum(1 << seat for seat in range(seats) if seat not in stopped)


def _write_verdicts(state: State, position: Position, seats: int) -> None:
    """Rule 21."""
    said = [seat for seat in range(seats) if position.verdicts[seat] is not None]
    if position.phase != "check" and said:
        raise BadState("there are verdicts in the phase 'check' only")
    if position.phase == "check" and not (state.neighbour and set(said) < set(position.finished)):
        raise BadState("the phase is 'check' only if the referee is 'neighbour' and a finished set has no verdict yet")
    state.verdict[:] = rules.NONE
    for seat in range(seats):
        state.verdict[seat] = VERDICTS[position.verdicts[seat]]
    if position.phase == "check":
        state.to_check = sum(1 << (seat + 1) % seats for seat in position.finished if seat not in said)


def _check_goal(position: Position, seats: int, options: Options) -> None:
    """Rules 22 and 23."""
    over = position.phase == "over"
    best, rounds = max(position.totals), position.round if over else position.round - 1
    if best > seats * rounds:
        raise BadState(f"nobody can have {best} points after {rounds} rounds with {seats} seats")
    if options["goal"] == "points":
        reached, too_far = best >= rules.POINTS_GOAL, False
    else:
        reached, too_far = rounds >= rules.ROUNDS_GOAL, rounds > rules.ROUNDS_GOAL
    if too_far or over != (reached or rounds == rules.MAX_ROUNDS):
        raise BadState("the match ends after the round in which its goal is reached, or after 20 rounds")
