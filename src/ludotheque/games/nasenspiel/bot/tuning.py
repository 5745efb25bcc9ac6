"""The parameters of the evaluation of the Nasenspiel, by their index in the tuning."""

from __future__ import annotations

TEMPERATURE = 0  # noses that multiply the weight of a move by e
RISK = 1  # the risk from one foreign nose for a group with one opening
FRESH = 2  # openings that a free cell beside the new domino counts for
SHUT = 3  # the share of the risk that is gone once all openings are shut
RIVAL = 4  # the value of a nose that the others lose, divided among them
FUTURE = 5  # what each further own nose in hand adds to a group that can grow, as a share of it
SAMPLES = 6  # placements that a playout compares
QUICK_RISK = 7  # the risk from one foreign nose in playouts, which do not count openings
QUICK_RIVAL = 8  # like RIVAL, in playouts
NOISE = 9  # the noise of the result at the end of the match, in points
NOISE_LEFT = 10  # what each domino to come adds to it
TUNING = (1.5, 1.1, 0.4, 0.45, 0.3, 0.2, 4.0, 0.05, 1.0, 2.0, 0.5)
