"""The parameters of the evaluation of the race, by their index in the tuning."""

from __future__ import annotations

FITS = 0  # the weight of a placement without an error; that of the plan's next move is 1
TRIES = 1  # the most dominoes laid down in the search for a plan
NOISE = 2  # the noise of the result, in points
TUNING = (0.02, 200.0, 3.0)
