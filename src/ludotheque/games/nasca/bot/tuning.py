"""The parameters of the evaluation of Nasca, by their index in the tuning."""

from __future__ import annotations

from ludotheque.games.nasca.bot.prefilter import PREFILTER_TUNING

#: The first entries are pairs: what a feature is worth, in points at the end of the round, with many planks in the
#: hands and with none.
PAID, SOLID, FIRM, WEAK, SHORT, TURN, NOISE = range(0, 14, 2)
HALF, LAST, ROUND_TO_COME, FULLY_EVALUATED, TEMPERATURE, PREFILTER = range(14, 20)
TUNING = (
    *(0.5, 0.95),  # a square that scores now
    *(0.0, 0.4),  # one that stays enclosed even if the opponent breaks every wall that it can break now
    *(0.08, 0.05),  # the same, with gaps counted as closed
    *(-0.8, -0.1),  # a wall square that the opponent can break now
    *(2.5, 2.5),  # a short plank in hand: it bridges best
    *(0.0, 5.0),  # having the move
    *(9.0, 2.0),  # points of lead that make a win likely
    4.0,  # after this many planks a value is halfway from its first number to its second
    5.7,  # the last plank of the round, which belongs to the seat that does not start
    4.0,  # the additional lead needed while another round is to come
    40.0,  # moves that are evaluated in full
    5.0,  # points that multiply the weight of a move by e
    *PREFILTER_TUNING,
)
