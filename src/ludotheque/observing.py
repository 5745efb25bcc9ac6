"""Observations and actions of a match as arrays: the public names of `ludotheque.research.observations`."""

from ludotheque.research.observations import (
    Layout,
    MaskedAction,
    Part,
    action_count,
    action_mask,
    actions_meaning,
    fill,
    hides,
    layout,
    legal_actions,
    most_moves,
    move,
    observation,
)

__all__ = [
    "Layout",
    "MaskedAction",
    "Part",
    "action_count",
    "action_mask",
    "actions_meaning",
    "fill",
    "hides",
    "layout",
    "legal_actions",
    "most_moves",
    "move",
    "observation",
]
