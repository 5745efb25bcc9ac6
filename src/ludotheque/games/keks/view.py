"""A Keks position and its events as JSON. Nothing is hidden: every view is the state."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.games.keks.board import COLOURS, SIZE
from ludotheque.games.keks.notation import LETTERS, letters
from ludotheque.games.keks.notation import text as move_text
from ludotheque.games.keks.state import COLOUR_OF, NONE, PIPS_OF, STOP
from ludotheque.games.spec import Json, State


def state(state: State) -> Json:
    return {
        "board": _rows(state, lambda tile: LETTERS[COLOUR_OF[tile]]),
        "pips": _rows(state, lambda tile: str(PIPS_OF[tile])),
        "held": [
            {LETTERS[colour]: int(held[colour]) for colour in range(COLOURS) if held[colour]} for held in state.held
        ],
        "gone": letters(int(state.gone)),
        "eliminated": _colour(int(state.eliminated)),
        "won": [letters(int(colours)) for colours in state.won],
        "colour": _colour(int(state.colour)),
        "turn": None if state.turn == NONE else int(state.turn),
    }


def _rows(state: State, sign: Callable[[int], str]) -> list[str]:
    """Eight strings, row 8 first."""
    tiles, tile = int(state.tiles), state.tile.tolist()
    signs = [sign(tile[square]) if tiles >> square & 1 else "." for square in range(64)]
    return ["".join(signs[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE - 1, -1, -1)]


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
    found: list[Json] = [
        {
            "event": "taken",
            "seat": seat,
            "at": move_text(action),
            "colour": LETTERS[colour],
            "pips": int(PIPS_OF[tile]),
            "kept": bool(not before.decided & bit and before.gone & bit == after.gone & bit),
        }
    ]
    if before.eliminated != after.eliminated:
        found.append({"event": "eliminated", "colour": LETTERS[colour]})
    elif before.decided != after.decided:
        found.append({"event": "won", "seat": seat, "colour": LETTERS[colour]})
    if after.turn == NONE:
        scores = [int(number) for number in after.colours_won]
        found.append({"event": "over", "scores": scores, "winners": [seat]})
    return found
