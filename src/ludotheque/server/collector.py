"""Python's collector of reference cycles, set so that it does not stop the house.

A full collection looks at every object: with 5,000 sockets that takes 0.6 s, in which nobody is answered, and with the
usual settings it comes every few seconds. Nearly everything here is freed without it.
"""

from __future__ import annotations

import gc

#: New objects until the youngest are looked at (some 3 ms); so many times until the middle ones are, which is as quick if
#: it comes often (every 20 times it stopped the house for 80 ms); and then all.
YOUNG, MIDDLE, ALL = 10_000, 2, 500


def settle() -> None:
    """Once everything is loaded: what is there now stays, and is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, ALL)
