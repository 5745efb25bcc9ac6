"""Nasca in batches."""

from ludotheque.games.nasca.board import ACTIONS

__all__ = ["ACTIONS"]
