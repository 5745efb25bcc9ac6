"""What may be a seed, wherever one is given."""

from __future__ import annotations

import numpy as np

from ludotheque.errors import BadSetup


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
