"""Bit counting, compiled and plain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.compiling import compiled


@compiled
def both(board):  # type: ignore[no-untyped-def]  # compiled
    return trailing_zeros(board), popcount(board)


@given(st.integers(1, 2**63 - 1))
def test_compiled_and_plain_agree(board: int) -> None:
    assert both(board) == (trailing_zeros(board), popcount(board))
    assert board >> trailing_zeros(board) & 1
    assert popcount(board) == f"{board:b}".count("1")
