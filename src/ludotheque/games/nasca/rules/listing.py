"""Fast move listing: the set bits of a chunk are written at once, sixteen numbers in one vector store.

Iterating over set bits costs a nanosecond each, mostly for mispredicted branches, and a position of Nasca has 240 moves
on average. A table with the set bits of every chunk needs no branches and takes a third of the time.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

CHUNK_BITS = 10
#: Numbers written at once; the output array must be longer by this much.
VECTOR_WIDTH = 16


def _set_bits(chunk: int) -> list[int]:
    bits = [bit for bit in range(CHUNK_BITS) if chunk >> bit & 1]
    return bits + [0] * (VECTOR_WIDTH - len(bits))


#: The set bits of each chunk, ascending, then zeros.
SET_BITS: NDArray[np.int8] = np.array([_set_bits(chunk) for chunk in range(1 << CHUNK_BITS)], np.int8)


def write_bits(out, place, chunk, first):
    """Write `first` plus each set bit of the chunk to `out[place:]`, then arbitrary numbers up to a full vector."""
    for i in range(VECTOR_WIDTH):
        out[place + i] = first + int(SET_BITS[chunk, i])


@intrinsic
def _write_vector(typingctx, out, place, table, chunk, first):
    """The loop above in vector instructions, which Numba does not generate by itself."""

    def codegen(context, builder, signature, args):
        numbers = context.make_array(signature.args[0])(context, builder, args[0])
        rows = context.make_array(signature.args[2])(context, builder, args[2])
        int32 = ir.IntType(32)
        bytes_, ints = ir.VectorType(ir.IntType(8), VECTOR_WIDTH), ir.VectorType(int32, VECTOR_WIDTH)
        row = builder.gep(rows.data, [builder.mul(args[3], ir.Constant(ir.IntType(64), VECTOR_WIDTH))])
        bits = builder.zext(builder.load(builder.bitcast(row, bytes_.as_pointer()), align=1), ints)
        one = builder.insert_element(
            ir.Constant(ints, ir.Undefined), builder.trunc(args[4], int32), ir.Constant(int32, 0)
        )
        all_ = builder.shuffle_vector(one, one, ir.Constant(ints, [0] * VECTOR_WIDTH))
        target = builder.bitcast(builder.gep(numbers.data, [args[1]]), ints.as_pointer())
        builder.store(builder.add(bits, all_), target, align=4)
        return context.get_dummy_value()

    return types.void(out, types.int64, table, types.int64, types.int64), codegen


@overload(write_bits)
def _compiled_write_bits(out, place, chunk, first):
    # The vector store needs 32-bit numbers without gaps between them; any other array takes the plain loop.
    if out.dtype == types.int32 and out.layout == "C":
        # Numba passes the first argument by itself, which mypy does not know.
        return lambda out, place, chunk, first: _write_vector(out, place, SET_BITS, chunk, first)  # type: ignore[call-arg]
    return write_bits
