"""A position of the Nasenspiel and its events as JSON. Hands lie open and tell what is set aside: nothing is hidden."""

from __future__ import annotations

from ludotheque.games.nasenspiel.rules.board import DOMINOES, square_of
from ludotheque.games.nasenspiel.rules.groups import NONE, root_of
from ludotheque.games.nasenspiel.rules.holdings import hand_of, pawns_of
from ludotheque.games.nasenspiel.rules.notation import domino_text, parts
from ludotheque.games.nasenspiel.rules.notation import text as move_text
from ludotheque.games.nasenspiel.rules.state import PAWN, PAWN_FROM, SKIP
from ludotheque.games.spec import Json, State, over_event


def state(position: State) -> Json:
    seats = int(position.seats)
    squares = _squares(position)
    pawns = [{"seat": seat, "at": at} for seat in range(seats) for at in pawns_of(position, seat)]
    return {
        "turn": None if position.turn == NONE else int(position.turn),
        "hands": [hand_of(position, seat) for seat in range(seats)],
        "aside": len(DOMINOES) % seats,
        "placed": [_placed(*squares[number : number + 2]) for number in range(0, len(squares), 2)],
        "squares": sorted(squares, key=_by_line),
        "pawns": sorted(pawns, key=lambda pawn: _by_line(pawn["at"])),
        "reserve": position.reserve[:seats].tolist(),
        "asking": None if position.asking == NONE else _at(position, int(position.asking)),
        "scores": position.points[:seats].tolist(),
    }


def _squares(state: State) -> list[list[int]]:
    """x, y and nose of each square in the order placed, the anchor of a domino first."""
    count = int(state.placed)
    cells, noses = state.cell[:count].tolist(), state.nose[:count].tolist()
    return [[*square_of(cell), nose] for cell, nose in zip(cells, noses, strict=True)]


def _placed(anchor: list[int], other: list[int]) -> str:
    """Return the domino of these squares, as a move."""
    direction = "E" if anchor[1] == other[1] else "N"
    return f"{anchor[2]}-{other[2]} {direction} {anchor[0]},{anchor[1]}"


def _at(state: State, number: int) -> list[int]:
    return list(square_of(state.cell[number]))


def _square(state: State, number: int) -> list[int]:
    return [*_at(state, number), int(state.nose[number])]


def _by_line(at: list[int]) -> tuple[int, int]:
    return at[1], at[0]


def view(position: State, seat: int | None) -> Json:
    return state(position)


def deal(position: State) -> list[Json]:
    dealt = state(position)
    return [{"event": "dealt", "hands": dealt["hands"], "aside": dealt["aside"]}]


def shown(event: Json, seat: int | None) -> Json:
    return dict(event)


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    if action < SKIP:
        happened = _placing(before, seat, action, after)
    else:
        happened = [_answer(before, seat, action)]
    if after.asking != NONE:
        number = int(after.asking)
        happened.append({"event": "asked", "seat": seat, "at": _at(after, number)} | _group(after, number))
        return happened
    return happened + _end_of_turn(seat, after)


def _placing(before: State, seat: int, action: int, after: State) -> list[Json]:
    number = int(before.placed)
    _, _, nose, other = parts(action)
    squares = [_square(after, number), _square(after, number + 1)]
    placed: Json = {"event": "placed", "seat": seat, "move": move_text(action)}
    happened: list[Json] = [placed | {"domino": domino_text(nose, other), "squares": squares}]
    noses = {(x, y): nose for x, y, nose in _squares(after)}
    for owner in range(int(before.seats)):
        stay = pawns_of(after, owner)
        gone = [at for at in pawns_of(before, owner) if at not in stay]
        happened += [{"event": "returned", "seat": owner, "at": at, "nose": noses[at[0], at[1]]} for at in gone]
    return happened


def _answer(before: State, seat: int, action: int) -> Json:
    number = int(before.asking)
    if action == SKIP:
        return {"event": "declined", "seat": seat, "at": _at(before, number)} | _group(before, number)
    origin = None if action == PAWN else list(square_of(action - PAWN_FROM))
    put: Json = {"event": "put", "seat": seat, "at": _at(before, number), "from": origin}
    return put | _group(before, number)


def _group(state: State, number: int) -> Json:
    """Return the size and the nose of a square's group."""
    return {"noses": int(state.members[root_of(state, number)]), "nose": int(state.nose[number])}


def _end_of_turn(seat: int, after: State) -> list[Json]:
    seats = int(after.seats)
    if after.turn == NONE:
        return [over_event(after.points[:seats].tolist())]
    # Skipped are the seats between the mover and the next seat; all others if the mover continues.
    steps = (int(after.turn) - seat - 1) % seats
    return [{"event": "skipped", "seat": (seat + 1 + k) % seats} for k in range(steps)]
