"""Checks of seeds and match numbers, the same wherever one is given."""

from __future__ import annotations

import numpy as np

from ludotheque.errors import BadSetup

#: The stream number of a generator has 64 bits; compiled code counts with a sign.
LAST_MATCH_NUMBER = 2**63 - 1


def check_match_number(number: object) -> int:
    """Return the number of a match among those of its seed. Raises BadSetup if it is not a non-negative integer."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number <= LAST_MATCH_NUMBER:
        raise BadSetup(f"the number of a match must be a non-negative integer, not {number!r}")
    return int(number)


def check_seed(seed: object) -> str | int:
    """Return the seed, a NumPy integer as a Python one. Raises BadSetup if it is no text or integer, or too long."""
    if isinstance(seed, np.integer):
        return int(seed)
    if isinstance(seed, bool) or not isinstance(seed, (str, int)):
        raise BadSetup(f"a seed must be a text or an integer, not {seed!r}")
    try:
        str(seed).encode()
    except UnicodeEncodeError as error:
        raise BadSetup(f"a seed must be valid Unicode, and has an unpaired surrogate at index {error.start}") from None
    except ValueError:  # Python refuses to convert longer integers to text
        raise BadSetup("an integer as a seed has at most 4,300 digits; a text may be longer") from None
    return seed
