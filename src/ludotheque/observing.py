"""Observations and actions of a match as arrays: the public names of `ludotheque.research`."""

from ludotheque.engine.layout import Layout, Part
from ludotheque.research.actions import MaskedAction, action_count, action_mask, legal_actions, move
from ludotheque.research.observations import layout, observation

__all__ = [
    "Layout",
    "MaskedAction",
    "Part",
    "action_count",
    "action_mask",
    "layout",
    "legal_actions",
    "move",
    "observation",
]
