"""Checks of seeds and match numbers, the same wherever one is given."""

from __future__ import annotations

import numpy as np

from ludotheque.errors import BadSetup

#: The stream number of a generator has 64 bits; compiled code counts with a sign.
LAST_MATCH_NUMBER = 2**63 - 1


def check_match_number(number: object) -> int:
    """Return the number of a match among those of its seed. BadSetup: not a whole number from 0 on."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number <= LAST_MATCH_NUMBER:
        raise BadSetup(f"the number of a match is a whole number from 0 on, not {number!r}")
    return int(number)


def check_seed(seed: object) -> str | int:
    """The seed, NumPy's whole numbers as Python's. BadSetup: neither a text nor a whole number that can be written."""
    if isinstance(seed, np.integer):
        return int(seed)
    if isinstance(seed, bool) or not isinstance(seed, (str, int)):
        raise BadSetup(f"a seed is a text or a whole number, not {seed!r}")
    try:
        str(seed).encode()
    except UnicodeEncodeError as error:
        raise BadSetup(f"a seed is a text of whole characters: the one in place {error.start} is half of one") from None
    except ValueError:  # Python writes no longer ones
        raise BadSetup("a seed of more than 4,300 digits is a text: write it in quotes") from None
    return seed
