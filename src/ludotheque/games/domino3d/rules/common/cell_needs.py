"""What an empty cell beside the tower demands of a half that would fill it, and which halves comply.

For each of its six directions a cell has a *need*, 4 bits:

    0        any mark will do
    1 to 5   this mark
    6        no mark will do (two neighbours show different ones)
    7 to 11  any mark but this one (less 6): the option `contact: differ`

Whether a half complies does not depend on where its other half lies, save that the direction of the joint between
them does not count. So all 24 poses and both halves of a domino are tested at once, as 48 bits: bit `pose` for
half 0 in the cell, bit `24 + pose` for half 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import inlined
from ludotheque.games.domino3d.rules.common.board import DOMINOES, MARK, POSES

ANY, NO_MARK, BUT = 0, 6, 6
NEED_BITS = 4
NOWHERE = 0x666666  # the needs of a cell off the table: no half complies


def _complying() -> NDArray[np.int64]:
    """Compute the 48 bits by domino, direction and need."""
    marks = MARK.transpose(0, 3, 2, 1).reshape(DOMINOES, 6, 1, 2 * POSES)  # bit = half * 24 + pose
    needs = np.arange(1 << NEED_BITS).reshape(-1, 1)
    complies = (marks == 0) | (needs == ANY) | ((needs < NO_MARK) & (marks == needs))
    complies |= (needs > NO_MARK) & (needs <= BUT + 5) & (marks != needs - BUT)
    bits: NDArray[np.int64] = (complies * (1 << np.arange(2 * POSES))).sum(axis=3)
    return bits


def _in_pairs(single: NDArray[np.int64]) -> NDArray[np.int64]:
    """By domino, axis, and the needs of the axis's two directions in one byte."""
    both = single[:, 0::2, np.newaxis, :] & single[:, 1::2, :, np.newaxis]
    return both.reshape(DOMINOES, 3, 1 << 2 * NEED_BITS)


COMPLYING = _in_pairs(_complying())


@inlined
def complying(domino, needs):
    """Return the halves and poses in which a domino complies with these needs: 48 bits."""
    fits = COMPLYING[domino, 0, needs & 255] & COMPLYING[domino, 1, (needs >> 8) & 255]
    return fits & COMPLYING[domino, 2, needs >> 16]
