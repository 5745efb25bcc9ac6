"""Set up a position of classic or solo from its JSON, or say why no match can reach it."""

from __future__ import annotations

import msgspec

from ludotheque.errors import BadState
from ludotheque.games.domino3d.rules.classic import state as rules
from ludotheque.games.domino3d.rules.classic.faces import lay
from ludotheque.games.domino3d.rules.classic.matching import stands_somewhere
from ludotheque.games.domino3d.rules.classic.refusal import why_not
from ludotheque.games.domino3d.rules.common.board import ALL_DOMINOES, POSES, cell_of_place
from ludotheque.games.domino3d.rules.common.model import Model
from ludotheque.games.domino3d.rules.common.positions import Domino, Laid, Number, Seat, check_mode, clear
from ludotheque.games.domino3d.rules.common.tower import STANDS, set_border
from ludotheque.games.spec import Json, Options, State, decoded


class Placed(Laid, forbid_unknown_fields=True):
    seat: Seat | None


class Position(msgspec.Struct, forbid_unknown_fields=True):
    mode: str
    turn: Seat | None
    drawn: Domino | None
    placed: list[Placed]
    pile: list[int]
    scores: list[Number]
    turns_left: Number | None
    idle: Number


#: Fields that `setup` has written and a position does not contain.
KEPT = ("chance", "differ", "seats", "several", "least")


def restore(state: State, given: Json, seats: int, options: Options) -> None:
    """Write the position into a record. The caller checks that it gives the same JSON again."""
    position = decoded(given, Position)
    check_mode(position.mode, options)
    clear(state, KEPT)
    set_border(state, 0)
    _lay_dominoes(state, position, seats)
    state.scores[:seats] = position.scores
    state.turn = rules.NONE if position.turn is None else position.turn
    state.drawn = rules.NONE if position.drawn is None else position.drawn
    state.idle = position.idle
    state.turns_left = rules.NONE if position.turns_left is None else position.turns_left
    _check_turns_left(position, options)
    _check_end(state, position, seats)
    if position.mode == "solo":
        _check_solo(position, options)
        state.building = _is_building_alone(position, options)
    else:
        state.building = _is_building(position, seats, options)


def _lay_dominoes(state: State, position: Position, seats: int) -> None:
    """Rules 3 to 8: place the dominoes again, one after the other."""
    if not position.placed or position.placed[0].seat is not None or position.placed[0].action != rules.START_ACTION:
        raise BadState("the first domino is the start: on 0,0,0 with directions E and U, and seat null")
    model, most = Model(), [0] * seats
    left = ALL_DOMINOES
    for i, piece in enumerate(position.placed):
        if not left >> piece.domino & 1:
            raise BadState(f"domino {piece.domino} is placed twice")
        left ^= 1 << piece.domino
        if i:
            most[_seat_of(piece, seats)] += _check_placed(state, model, piece)
        model.add(piece.domino, piece.action)
        lay(state, piece.domino, cell_of_place(piece.action // POSES), piece.action % POSES)
        state.placed_action[i], state.placed_domino[i] = piece.action, piece.domino
        state.placed_seat[i] = rules.NONE if piece.seat is None else piece.seat
    state.placed = len(position.placed)
    if position.drawn is not None and not left >> position.drawn & 1:
        raise BadState(f"domino {position.drawn} is drawn, but it is placed already")
    state.pile = left if position.drawn is None else left ^ (1 << position.drawn)
    _check_scores(position.scores, most, exact=state.least == STANDS)


def _seat_of(piece: Placed, seats: int) -> int:
    if piece.seat is None or piece.seat >= seats:
        raise BadState(f"domino {piece.domino} was placed by a seat from 0 to {seats - 1}, not by {piece.seat}")
    return piece.seat


def _check_placed(state: State, model: Model, piece: Placed) -> int:
    """Return the points that the placement has won; raises BadState if it is impossible."""
    refusal = why_not(model, piece.domino, piece.action, bool(state.differ), must_stand=True)
    if refusal is not None:
        raise BadState(f"domino {piece.domino} cannot be placed so: rule {refusal.rule} ({refusal.key})")
    return int(rules.worth(state, piece.action))


def _check_scores(scores: list[int], most: list[int], *, exact: bool) -> None:
    """Rule 11 can only lower what the placements have won, and with `falls: refuse` nothing does."""
    for seat, points in enumerate(scores):
        if points > most[seat] or (exact and points < most[seat]):
            raise BadState(f"seat {seat} has {points} points, but its placements have won {most[seat]}")


def _check_turns_left(position: Position, options: Options) -> None:
    if (position.turns_left is None) != (position.mode == "classic"):
        raise BadState("'turns_left' is a number in solo, and null in classic")
    if position.turns_left is not None and position.turns_left > options["turns"]:
        raise BadState(f"'turns_left' is {position.turns_left}, but a match has {options['turns']} turns")


def _check_end(state: State, position: Position, seats: int) -> None:
    """Rules 13 and 15."""
    if position.mode == "solo":
        ran_out = position.turns_left == 0
    else:
        ran_out = position.idle >= rules.IDLE_ROUNDS * seats
        if position.idle > rules.IDLE_ROUNDS * seats:
            raise BadState(f"the match ends after {rules.IDLE_ROUNDS * seats} turns in a row without a placement")
    unplaced = int(state.pile) | (0 if position.drawn is None else 1 << position.drawn)
    over = ran_out or not stands_somewhere(state, unplaced)
    if over != (position.turn is None):
        raise BadState(
            "the match is over, but 'turn' is a seat" if over else "'turn' is null, but the match is not over"
        )
    if over and position.drawn is not None:
        raise BadState("the match is over, but a domino is drawn")


def _last_seat(position: Position) -> int | None:
    return position.placed[-1].seat


def _is_building(position: Position, seats: int, options: Options) -> bool:
    """Classic: whether the turn under way has placed a domino. Raises BadState if it cannot be this seat's turn.

    After `idle` turns without a placement it is the turn of the seat `idle + 1` to the left of the last placer.
    If that is not whose turn it is, the seat itself has placed (several at once).
    """
    last = _last_seat(position)
    going_on = options["several"] and last is not None and position.idle == 0 and position.turn == last
    due = (position.idle if last is None else last + 1 + position.idle) % seats
    if position.turn is None:
        return False
    if position.drawn is None and not going_on:
        raise BadState("'drawn' is null only when the match is over, or between `draw` and `stop` after a placement")
    if position.turn != due and not going_on:
        raise BadState(f"it is the turn of seat {due}, not of seat {position.turn}")
    return going_on


def _check_solo(position: Position, options: Options) -> None:
    """Every turn that is over placed a domino or was idle."""
    assert position.turns_left is not None
    ended, placed = options["turns"] - position.turns_left, len(position.placed) - 1
    if position.turn not in (None, 0):
        raise BadState("in solo it is always the turn of seat 0")
    if position.turn == 0 and position.drawn is None and not (options["several"] and placed and position.idle == 0):
        raise BadState("'drawn' is null only when the match is over, or between `draw` and `stop` after a placement")
    if not options["several"] and placed > ended - position.idle:
        raise BadState(f"{placed} dominoes are placed, but only {ended - position.idle} turns can have placed one")
    # A placement sets `idle` to 0; so if it is not 0, the turn of the last placement is over.
    possible = position.idle == ended if placed == 0 else position.idle < max(ended, 1)
    if not possible:
        raise BadState(f"'idle' is {position.idle} after {ended} turns with {placed} placements")


def _is_building_alone(position: Position, options: Options) -> bool:
    """Solo: whether the turn under way has placed a domino.

    After a placement and `draw` the JSON is the same as after a placement and `stop`. We assume that the turn
    continues; it matters only for `idle`, which decides nothing in solo.
    """
    return bool(options["several"]) and len(position.placed) > 1 and position.idle == 0 and position.turn == 0
