"""A Keks position and its events as JSON. Nothing is hidden: every view is the state."""

from __future__ import annotations

import numpy as np

from ludotheque.games.keks.rules.board import COLOURS, SIZE
from ludotheque.games.keks.rules.notation import LETTERS, letters
from ludotheque.games.keks.rules.notation import text as move_text
from ludotheque.games.keks.rules.state import COLOUR_OF, NONE, PIPS_OF, STOP
from ludotheque.games.spec import Json, State, over_event

#: Tables for `bytes.translate` from a tile to its sign; every other byte becomes a dot.
COLOUR_SIGNS = "".join(LETTERS[colour] for colour in COLOUR_OF.tolist()).ljust(256, ".").encode()
PIPS_SIGNS = "".join(map(str, PIPS_OF.tolist())).ljust(256, ".").encode()
NO_TILE = -1


def state(position: State) -> Json:
    tiles = _tiles(position)
    return {
        "board": _rows(tiles, COLOUR_SIGNS),
        "pips": _rows(tiles, PIPS_SIGNS),
        "held": [
            {LETTERS[colour]: held[colour] for colour in range(COLOURS) if held[colour]}
            for held in position.held.tolist()
        ],
        "gone": letters(int(position.gone)),
        "eliminated": _colour(int(position.eliminated)),
        "won": [letters(int(colours)) for colours in position.won],
        "colour": _colour(int(position.colour)),
        "turn": None if position.turn == NONE else int(position.turn),
    }


def _tiles(state: State) -> bytes:
    """Return the tile on each square, or NO_TILE."""
    there = np.unpackbits(np.frombuffer(int(state.tiles).to_bytes(8, "little"), np.uint8), bitorder="little")
    return np.where(there, state.tile, NO_TILE).astype(np.int8).tobytes()


def _rows(tiles: bytes, signs: bytes) -> list[str]:
    """Eight strings, row 8 first."""
    board = tiles.translate(signs).decode()
    return [board[row * SIZE : (row + 1) * SIZE] for row in range(SIZE - 1, -1, -1)]


def _colour(colour: int) -> str | None:
    return None if colour == NONE else LETTERS[colour]


def view(position: State, seat: int | None) -> Json:
    return state(position)


def deal(position: State) -> list[Json]:
    return [{"event": "dealt", "board": state(position)["board"], "pips": state(position)["pips"]}]


def shown(event: Json, seat: int | None) -> Json:
    return dict(event)


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    if action == STOP:
        return [{"event": "stopped", "seat": seat}]
    tile = before.tile[action]
    colour = int(COLOUR_OF[tile])
    bit = 1 << colour
    happened: list[Json] = [
        {
            "event": "taken",
            "seat": seat,
            "at": move_text(action),
            "colour": LETTERS[colour],
            "pips": int(PIPS_OF[tile]),
            "first": bool(before.gone & bit != after.gone & bit),
            "kept": bool(not before.decided & bit and before.gone & bit == after.gone & bit),
        }
    ]
    if before.eliminated != after.eliminated:
        happened.append({"event": "eliminated", "colour": LETTERS[colour]})
    elif before.decided != after.decided:
        happened.append({"event": "won", "seat": seat, "colour": LETTERS[colour]})
    if after.turn == NONE:
        happened.append(over_event(after.colours_won.tolist()))
    return happened
