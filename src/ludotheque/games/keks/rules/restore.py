"""Set up a Keks position from its JSON, or say why no match can reach it."""

from __future__ import annotations

import msgspec

from ludotheque.errors import BadState
from ludotheque.games.keks.rules import state as rules
from ludotheque.games.keks.rules.board import CORNERS, SIZE, TILES_OF_A_COLOUR, takeable
from ludotheque.games.keks.rules.notation import LETTERS, bits
from ludotheque.games.spec import Json, Options, State, decoded


class Position(msgspec.Struct, forbid_unknown_fields=True):
    board: list[str]
    pips: list[str]
    held: list[dict[str, int]]
    gone: list[str]
    eliminated: str | None
    won: list[list[str]]
    colour: str | None
    turn: int | None


def restore(state: State, given: Json, seats: int, options: Options) -> None:
    """Write the position into a record. The caller checks that the record gives the same JSON again."""
    position = decoded(given, Position)
    _check_letters(position)
    _lay_tiles(state, position)
    state.gone, state.eliminated, state.held[:] = bits(position.gone), rules.NONE, 0
    if position.eliminated is not None:
        state.eliminated = LETTERS.index(position.eliminated)
    for seat in range(2):
        state.won[seat] = bits(position.won[seat])
        state.colours_won[seat] = len(position.won[seat])
        for letter, number in position.held[seat].items():
            state.held[seat, LETTERS.index(letter)] = number
    state.decided = int(state.won[0]) | int(state.won[1]) | (bits([position.eliminated]) if position.eliminated else 0)
    state.colour = rules.NONE if position.colour is None else LETTERS.index(position.colour)
    state.turn = rules.NONE if position.turn is None else position.turn
    _check_colours(state, position)
    _check_turn(state, position)


def _check_letters(position: Position) -> None:
    named = [*position.gone, *position.held[0], *position.held[1], *(c for won in position.won for c in won)]
    for letter in [*named, *filter(None, (position.eliminated, position.colour))]:
        if letter not in tuple(LETTERS):
            raise BadState(f"{letter!r} is not a colour: colours are A to J")
    if len(position.won) != 2:
        raise BadState("'won' has one list for each of the two seats")


def _lay_tiles(state: State, position: Position) -> None:
    """Lay the tiles on the board, each of the 60 at most once, in one piece without holes."""
    for name, rows in (("board", position.board), ("pips", position.pips)):
        if [len(row) for row in rows] != [SIZE] * SIZE:
            raise BadState(f"{name!r} is eight strings of eight signs")
    state.tiles, state.colours[:] = 0, 0
    seen: dict[int, str] = {}
    for square in range(64):
        row, column = SIZE - 1 - square // SIZE, square % SIZE
        colour, pips = position.board[row][column], position.pips[row][column]
        if colour == pips == ".":
            continue
        if square in CORNERS or colour not in LETTERS or pips not in "123456":
            raise BadState(f"{colour}{pips} cannot lie in column {column + 1} of row {square // SIZE + 1}")
        tile = LETTERS.index(colour) * TILES_OF_A_COLOUR + int(pips) - 1
        if tile in seen:
            raise BadState(f"the tile {colour}{pips} lies on the board twice")
        seen[tile] = colour
        state.tile[square] = tile
        state.tiles = int(state.tiles) | 1 << square
        state.colours[LETTERS.index(colour)] |= 1 << square
    _check_one_piece(int(state.tiles))
    state.takeable = takeable(int(state.tiles))


def _check_one_piece(tiles: int) -> None:
    """Rule 3 keeps the biscuit whole, and it never gets a hole (see `takeable`)."""
    occupied = {(s % SIZE, s // SIZE) for s in range(64) if tiles >> s & 1}
    if occupied and _reached(occupied, next(iter(occupied)), diagonal=False) != occupied:
        raise BadState("the biscuit is in several pieces")
    outside = {(x, y) for x in range(-1, SIZE + 1) for y in range(-1, SIZE + 1)} - occupied
    if _reached(outside, (-1, -1), diagonal=True) != outside:
        raise BadState("the biscuit has a hole, which no match can make")


def _reached(cells: set[tuple[int, int]], start: tuple[int, int], *, diagonal: bool) -> set[tuple[int, int]]:
    reached, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                other = (x + dx, y + dy)
                if (diagonal or not dx or not dy) and other in cells and other not in reached:
                    reached.add(other)
                    todo.append(other)
    return reached


def _check_colours(state: State, position: Position) -> None:
    """Every tile is on the board, in front of a seat, or thrown away; a decided colour is held by nobody."""
    most = rules.POINTS_TO_WIN if state.eleven else rules.TILES_TO_WIN
    if set(position.won[0]) & set(position.won[1]) or position.eliminated in [
        *position.won[0],
        *position.won[1],
    ]:
        raise BadState("a colour is won by one seat only, and an eliminated one by nobody")
    if position.eliminated is None and (position.won[0] or position.won[1]):
        raise BadState("the first colour to be won is eliminated; 'eliminated' is null")
    if state.eleven and position.gone:
        raise BadState("in eleven no first tile is thrown away: 'gone' is empty")
    for colour, letter in enumerate(LETTERS):
        left = int(state.colours[colour]).bit_count()
        held = [int(state.held[seat, colour]) for seat in range(2)]
        decided = bool(int(state.decided) >> colour & 1)
        gone = letter in position.gone
        if any(number < 0 or number >= most for number in held) or (decided and any(held)):
            raise BadState(f"nobody can hold {held[0]} and {held[1]} of colour {letter}")
        _check_count(letter, left, held, decided, gone, _taken_pips(state, colour), bool(state.eleven))


def _taken_pips(state: State, colour: int) -> list[int]:
    on_board = {int(state.tile[s]) for s in range(64) if int(state.colours[colour]) >> s & 1}
    first = colour * TILES_OF_A_COLOUR
    return [pips for pips in range(1, TILES_OF_A_COLOUR + 1) if first + pips - 1 not in on_board]


def _check_count(
    letter: str, left: int, held: list[int], decided: bool, gone: bool, taken: list[int], eleven: bool
) -> None:
    """Check that what has been taken of a colour accounts for what is held, gone or won."""
    problem = BadState(f"the {left} tiles of colour {letter} on the board do not fit what has been taken of it")
    if eleven:
        if decided:
            if sum(taken) < rules.POINTS_TO_WIN:
                raise problem
        elif sum(held) != sum(taken) or not _splits(taken, held[0]):
            raise problem
        return
    if gone != bool(taken):
        raise BadState(f"'gone' does not fit colour {letter}: {len(taken)} of its tiles have been taken")
    kept = len(taken) - gone
    if (decided and kept < rules.TILES_TO_WIN) or (not decided and sum(held) != kept):
        raise problem


def _splits(pips: list[int], points: int) -> bool:
    """Return whether a subset of the tiles has exactly these points."""
    sums = {0}
    for value in pips:
        sums |= {total + value for total in sums}
    return points in sums


def _check_turn(state: State, position: Position) -> None:
    finished = [seat for seat in range(2) if state.colours_won[seat] >= rules.COLOURS_TO_WIN]
    if finished and (len(finished) > 1 or state.colours_won[finished[0]] > rules.COLOURS_TO_WIN):
        raise BadState("the match ends with the fifth colour of one seat")
    if bool(finished) != (position.turn is None):
        raise BadState("'turn' is null exactly when a seat has won five colours")
    if position.turn not in (None, 0, 1):
        raise BadState(f"there is no seat {position.turn!r}; the seats are 0 and 1")
    if state.colour == rules.NONE:
        return
    if position.turn is None:
        raise BadState("'colour' is null when the match is over")
    if not int(state.takeable) & int(state.colours[state.colour]):
        raise BadState(f"no tile of colour {position.colour} can be taken: that turn is over")
    if int(state.colours[state.colour]).bit_count() == TILES_OF_A_COLOUR:
        raise BadState(f"the turn takes colour {position.colour}, but all of its tiles are on the board")
