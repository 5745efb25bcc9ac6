"""Observations and actions of Keks: the biscuit in planes, and what each seat has won and holds."""

from __future__ import annotations

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled
from ludotheque.engine.layout import Part, per_seat
from ludotheque.engine.observation import Observation, mark_bits
from ludotheque.games.keks.rules.board import COLOURS, SIZE
from ludotheque.games.keks.rules.state import NONE, PIPS_OF, STATE, STOP
from ludotheque.games.spec import ActionSpace, Research

SQUARES = SIZE * SIZE


def parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("tiles", (COLOURS, SIZE, SIZE), "tiles of colour A to J by row (1 first) and column"),
        Part("pips", (SIZE, SIZE), "the pips of the tile there, 0: no tile", 9),
        Part("held", (2, COLOURS), "tiles (eleven: points) of each colour in front of the observer, the opponent", 99),
        Part("won", (2, COLOURS), "colours won by the observer, by the opponent"),
        Part("gone", (COLOURS,), "colours of which the first tile has been thrown away"),
        Part("eliminated", (COLOURS,), "the colour that nobody can win"),
        Part("colour", (COLOURS,), "the colour of this turn, if a tile has been taken"),
        per_seat("turn", 2, "whose turn it is; nobody's when the match is over"),
    )


@compiled
def write(state, seat, row, at):
    for colour in range(COLOURS):
        squares = state.colours[colour]
        while squares:
            square = trailing_zeros(squares)
            squares &= squares - 1
            row[at.tiles + colour * SQUARES + square] = 1.0
            row[at.pips + square] = PIPS_OF[state.tile[square]]
    for relative in range(2):
        whose = relative ^ seat
        for colour in range(COLOURS):
            row[at.held + relative * COLOURS + colour] = state.held[whose, colour]
        mark_bits(row, at.won + relative * COLOURS, state.won[whose])
    mark_bits(row, at.gone, state.gone)
    if state.eliminated != NONE:
        row[at.eliminated + state.eliminated] = 1.0
    if state.colour != NONE:
        row[at.colour + state.colour] = 1.0
    if state.turn != NONE:
        row[at.turn + (state.turn ^ seat)] = 1.0


RESEARCH = Research(
    observation=Observation(STATE, parts, write),
    actions=ActionSpace(STOP + 1, "A square (row 1 first, column a first), or 64: stop."),
    hides=False,
    max_moves=128,  # at most 60 tiles are taken, and a turn is ended at most once for each
)
