"""Why a move is not allowed now, in plain Python on sets of squares."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.errors import Refusal
from ludotheque.games.nasenspiel.rules.board import DOMINOES, FRAME, cell_at, square_of
from ludotheque.games.nasenspiel.rules.groups import NONE
from ludotheque.games.nasenspiel.rules.holdings import hand_of, pawns_of
from ludotheque.games.nasenspiel.rules.notation import Square, beyond, domino_text, parts, square_text
from ludotheque.games.nasenspiel.rules.state import PAWN, PAWN_FROM, SKIP
from ludotheque.games.spec import State


def refuse(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that a person would name first."""
    if action >= SKIP:
        return _refuse_answer(state, seat, action)
    if state.asking != NONE:
        return Refusal(11, "answer_first", {"at": square_text(square_of(state.cell[state.asking]))})
    _, _, nose, other = parts(action)
    domino = domino_text(nose, other)
    if (min(nose, other), max(nose, other)) not in DOMINOES:
        return Refusal(1, "no_such_domino", {"domino": domino})
    if domino not in hand_of(state, seat):
        return Refusal(3, "not_in_hand", {"domino": domino})
    refusal = refuse_place(state, action)
    assert refusal is not None, "the place is legal"
    return refusal


def _refuse_answer(state: State, seat: int, action: int) -> Refusal:
    if state.asking == NONE:
        return Refusal(3, "place_first")
    if action == PAWN:
        return Refusal(11, "no_reserve")
    at = square_of(action - PAWN_FROM)
    if list(at) not in pawns_of(state, seat):
        return Refusal(11, "no_pawn", {"at": square_text(at)})
    return Refusal(12, "fresh_pawn", {"at": square_text(at)})


def refuse_place(state: State, action: int) -> Refusal | None:
    """Rules 4 to 8: why a placement is impossible, whoever holds the domino; None if it is possible."""
    direction, cell, nose, other_nose = parts(action)
    anchor = square_of(cell)
    pair = {anchor: nose, beyond(anchor, direction): other_nose}
    noses = {square_of(state.cell[k]): int(state.nose[k]) for k in range(int(state.placed))}
    if not noses:
        first = direction == 0 and cell == cell_at(0, 0) and nose <= other_nose
        return None if first else Refusal(4, "first", {"domino": domino_text(nose, other_nose)})
    for square in pair:
        if square in noses:
            return Refusal(5, "taken", {"at": square_text(square)})
    return _refuse_beside(noses, pair) or _refuse_frame(noses, pair) or _refuse_hole(noses, pair)


def _refuse_beside(noses: dict[Square, int], pair: dict[Square, int]) -> Refusal | None:
    """Rules 5 and 6."""
    touched = [(square, other) for square in pair for other in beside(square) if other in noses]
    if len(touched) < 2:
        return Refusal(5, ("touches_none", "touches_one")[len(touched)])
    if all(pair[square] != noses[other] for square, other in touched):
        return Refusal(6, "no_equal_nose")
    return None


def _refuse_frame(noses: dict[Square, int], pair: dict[Square, int]) -> Refusal | None:
    """Rule 7."""
    extents = [max(xy) - min(xy) + 1 for xy in zip(*noses, *pair, strict=True)]
    if max(extents) > FRAME:
        return Refusal(7, "frame", {"width": extents[0], "height": extents[1]})
    return None


def _refuse_hole(noses: dict[Square, int], pair: dict[Square, int]) -> Refusal | None:
    """Rule 8."""
    holes = enclosed({*noses, *pair})
    return Refusal(8, "hole", {"at": square_text(min(holes))}) if holes else None


def enclosed(squares: set[Square]) -> set[Square]:
    """Return the empty squares that are not connected to the outside by edges."""
    across = range(min(x for x, _ in squares) - 1, max(x for x, _ in squares) + 2)
    along = range(min(y for _, y in squares) - 1, max(y for _, y in squares) + 2)
    empty = {(x, y) for x in across for y in along} - squares
    todo = [(across[0], along[0])]
    while todo:
        square = todo.pop()
        if square in empty:
            empty.remove(square)
            todo += beside(square)
    return empty


def beside(square: Square) -> Iterator[Square]:
    x, y = square
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
