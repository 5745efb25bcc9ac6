"""Set up a position of the Nasenspiel from its JSON, or say why no match can reach it."""

from __future__ import annotations

import msgspec

from ludotheque.errors import BadMove, BadState, IllegalMove
from ludotheque.games.nasenspiel.rules.board import DOMINOES, square_of
from ludotheque.games.nasenspiel.rules.groups import NONE, PAWNS, put_pawn, root_of
from ludotheque.games.nasenspiel.rules.notation import domino_text, parse, parts, square_text
from ludotheque.games.nasenspiel.rules.refusal import refuse_place
from ludotheque.games.nasenspiel.rules.restore_turns import TurnSearch
from ludotheque.games.nasenspiel.rules.state import SKIP, flip_in_hand, lay
from ludotheque.games.spec import Json, Options, State, decoded, quoted

TEXTS = {domino_text(*domino): domino for domino in DOMINOES}


class Pawn(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    at: tuple[int, int]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    turn: int | None
    hands: list[list[str]]
    aside: int
    placed: list[str]
    squares: list[tuple[int, int, int]]
    pawns: list[Pawn]
    reserve: list[int]
    asking: tuple[int, int] | None
    scores: list[int]


def restore(state: State, given: Json, seats: int, options: Options) -> None:
    """Write the position into a freshly dealt record; the caller checks that it gives the same JSON again."""
    position = decoded(given, Position)
    actions = [_action(move) for move in position.placed]
    _check_dominoes(position, actions, seats)
    if position.turn is not None and not 0 <= position.turn < seats:
        raise BadState(f"there is no seat {position.turn}; the seats are 0 to {seats - 1}")
    state.hands[:] = 0
    for seat, hand in enumerate(position.hands):
        for domino in hand:
            flip_in_hand(state, seat, *TEXTS[domino])
    stages = _lay_all(state, actions)
    state.turn = NONE if position.turn is None else position.turn
    state.asking = _asking(state, position)
    owners = _put_pawns(state, position, seats)
    TurnSearch(state, stages, actions).check(owners)


def _action(move: str) -> int:
    try:
        action = parse(move)
    except (BadMove, IllegalMove):
        action = SKIP
    if action >= SKIP:
        raise BadState(f"{quoted(move)} in 'placed' is not a domino like 3-7 E 2,-1 near the first one")
    return action


def _check_dominoes(position: Position, actions: list[int], seats: int) -> None:
    """Rules 1 and 2: every domino is somewhere once, and each seat was dealt equally many."""
    placed = [domino_text(*parts(action)[2:]) for action in actions]
    seen: set[str] = set()
    for domino in [*placed, *(domino for hand in position.hands for domino in hand)]:
        if domino not in TEXTS:
            raise BadState(f"{quoted(domino)} is not a domino: dominoes are 0-0, 0-1 and so on to 8-9")
        if domino in seen:
            raise BadState(f"the domino {domino} is there twice")
        seen.add(domino)
    each = len(DOMINOES) // seats
    if any(len(hand) > each for hand in position.hands):
        raise BadState(f"{seats} seats are dealt {each} dominoes each")
    if len(seen) != each * seats:
        raise BadState(f"{len(seen)} dominoes lie in hands and on the table; {seats} seats play with {each * seats}")


def _lay_all(state: State, actions: list[int]) -> list[State]:
    """Lay the dominoes in their order by the rules; return the layouts before each of them, and the last one."""
    stages = []
    for action in actions:
        refusal = refuse_place(state, action)
        if refusal is not None:
            direction, cell, nose, other = parts(action)
            move = f"{nose}-{other} {'EN'[direction]} {square_text(square_of(cell))}"
            raise BadState(f"{move} in 'placed' breaks rule {refusal.rule}")
        stages.append(state.copy())
        lay(state, *parts(action))
    return [*stages, state.copy()]


def _asking(state: State, position: Position) -> int:
    """Rule 11: the number of the square whose group is being decided."""
    if position.asking is None:
        return NONE
    if position.turn is None:
        raise BadState("'turn' is null, but a group is still to be decided")
    anchor, other = int(state.placed) - 2, int(state.placed) - 1
    for number in (anchor, other) if anchor >= 0 else ():
        if square_of(state.cell[number]) == position.asking and state.members[root_of(state, number)] > 1:
            if number == other and root_of(state, anchor) == root_of(state, other):
                break
            return number
    raise BadState(f"{square_text(position.asking)} is not a square that the last domino has to decide about")


def _put_pawns(state: State, position: Position, seats: int) -> dict[int, int]:
    """Rules 10 to 12; return which seat must have placed which domino, as its pawn stands there."""
    owners: dict[int, int] = {}
    for pawn in position.pawns:
        at = square_text(pawn.at)
        number = _number_of(state, pawn.at)
        if not 0 <= pawn.seat < seats:
            raise BadState(f"the pawn on {at} belongs to seat {pawn.seat}; the seats are 0 to {seats - 1}")
        if state.reserve[pawn.seat] == 0:
            raise BadState(f"seat {pawn.seat} has more than {PAWNS} pawns")
        _check_stand(state, number, at)
        if owners.setdefault(number // 2, pawn.seat) != pawn.seat:
            raise BadState(f"the pawn on {at} stands on a domino with a pawn of another seat")
        put_pawn(state, pawn.seat, number)
    return owners


def _number_of(state: State, at: tuple[int, int]) -> int:
    for number in range(int(state.placed)):
        if square_of(state.cell[number]) == at:
            return number
    raise BadState(f"a pawn stands on {square_text(at)}, where no domino lies")


def _check_stand(state: State, number: int, at: str) -> None:
    """Check that a pawn stands where the last domino joined its group, after that group was decided."""
    root = root_of(state, number)
    group = [n for n in range(int(state.placed)) if root_of(state, n) == root]
    if len(group) == 1:
        raise BadState(f"the pawn on {at} stands on a lone nose, which is no group")
    if state.owner[root] != NONE:
        raise BadState(f"two pawns stand on the group at {at}")
    last = min(n for n in group if n // 2 == max(group) // 2)
    if number != last:
        raise BadState(f"the pawn on {at} would stand on {square_text(square_of(state.cell[last]))}")
    if state.asking != NONE and number >= state.asking:
        raise BadState(f"a pawn stands on {at}, but that group is still to be decided")
