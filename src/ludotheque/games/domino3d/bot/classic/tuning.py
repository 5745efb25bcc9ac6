"""The parameters of the evaluation of classic and solo, by their index in the tuning."""

from __future__ import annotations

TEMPERATURE = 0  # points that multiply the weight of a move by e
EVEN = 1  # points that the others gain from each column level with the new domino's top
JOINS = 2  # points that the others lose by each domino touched: covered faces are gone
PASS = 3  # the gain of placing nothing, in points
PATIENCE = 4  # solo: at the start of the match, placements worth fewer points are not made
PATIENCE_PLACED = 5  # what each domino on the table adds to that
RATE = 6  # points per domino
NOISE = 7  # the noise of the result at the end of the match, in points
NOISE_LEFT = 8  # what it grows by, times the square root of the dominoes to come
TUNING = (0.4, 0.15, 0.1, 0.0, 1.5, 0.03, 3.4, 0.5, 0.5)
