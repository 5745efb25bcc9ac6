"""Bit counting for boards kept in 63 bits of an `int64`.

Boards are non-negative `int64`, never `uint64`: mixing `uint64` with a signed integer gives a float in Numba.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def trailing_zeros(board: int) -> int:
    """Index of the lowest set bit; `board` must not be 0."""
    plain = int(board)  # NumPy's integers have no bit_length
    return (plain & -plain).bit_length() - 1


def popcount(board: int) -> int:
    """Number of set bits; `board` must not be negative."""
    return int(board).bit_count()


@intrinsic
def _cttz(typingctx, board):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def _ctpop(typingctx, board):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@overload(trailing_zeros, inline="always")
def _compiled_trailing_zeros(board):
    return lambda board: _cttz(board)  # type: ignore[call-arg]  # the stub wrongly requires the typing context


@overload(popcount, inline="always")
def _compiled_popcount(board):
    return lambda board: _ctpop(board)  # type: ignore[call-arg]  # likewise
