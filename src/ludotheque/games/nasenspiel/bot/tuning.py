"""The numbers in the bots' knowledge of the Nasenspiel that self-play can improve, by their index."""

from __future__ import annotations

SHARP = 0  # noses that make a move e times as promising
RISK = 1  # of one foreign nose for a group that can grow in one place
FRESH = 2  # a free cell beside the new domino counts as so many places to grow
SHUT = 3  # the part of the risk that is gone once all places are shut
RIVAL = 4  # a nose that others lose, divided among them
FUTURE = 5  # what a further own nose in hand adds to a group that can grow, as a part of it
SAMPLE = 6  # placements that a playout looks at
QUICK_RISK = 7  # of one foreign nose, where a playout does not look at places
QUICK_RIVAL = 8  # like RIVAL, in playouts
NOISE = 9  # points by which a match can still turn at its end,
NOISE_LEFT = 10  # and for each domino still to come
TUNING = (1.5, 1.1, 0.4, 0.45, 0.3, 0.2, 4.0, 0.05, 1.0, 2.0, 0.5)
