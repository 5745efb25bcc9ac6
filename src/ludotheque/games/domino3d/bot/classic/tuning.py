"""The numbers in the bots' knowledge of Domino 3D that self-play can improve, by their index: classic and solo."""

from __future__ import annotations

SHARP = 0  # points that make a move e times as promising
EVEN = 1  # points that the others gain by a top of the new domino that lies level with one beside it
JOINS = 2  # points that the others lose by each domino touched: what is covered is gone
PASS = 3  # what it is worth to place nothing, in points
PATIENCE = 4  # solo: a placement worth less waits for a better time, at the start of the match,
PATIENCE_PLACED = 5  # and so much more for each domino on the table
RATE = 6  # points that a domino brings
NOISE = 7  # points by which a match can still turn at its end,
NOISE_LEFT = 8  # and for the square root of the dominoes still to come
TUNING = (0.4, 0.15, 0.1, 0.0, 1.5, 0.03, 3.4, 0.5, 0.5)
