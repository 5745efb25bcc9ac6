"""The parameters of the evaluation of NOX, by their index in the tuning."""

from __future__ import annotations

PROMISE = 0  # [colours shown, 0 to 3]: the base of a display's expected points
DECLINE = 4  # [colours shown]: what it loses for each step of lateness
PART_OF_SUM = 8  # [colours shown]: the share of the sum shown that counts in addition
PART_LATER = 12  # with three colours: how much that share grows for each step of lateness
NOISE = 13  # points between two seats that matter in the last round
NOISE_LEFT = 14  # what this grows by, times the square root of the points missing to the target
DISPLAY_NOISE = 15  # hard: points between two displays that matter for which is best
TEMPERATURE = 16  # points that multiply the weight of a move by e
ENDING = 17  # the value of ending a round, in points
VICTORY = 18  # the value of ending the match as its winner, in points
SAMPLES = 19  # a playout plays the best of this many random moves

# The expected points of displays come from a regression over rounds between searching bots.
TUNING = (
    28.0, 37.0, 47.0, 46.5,
    6.0, 7.5, 7.4, 7.5,
    0.0, 0.45, 0.3, 0.24,
    0.12, 8.0, 3.0, 8.0, 4.0, 0.0, 60.0, 4.0,
)  # fmt: skip
