"""Why a plank cannot be placed now."""

from __future__ import annotations

from ludotheque.errors import Refusal
from ludotheque.games import spec_of
from ludotheque.games.nasca.rules.board import PLANKS
from ludotheque.games.nasca.rules.stack import Stack
from ludotheque.games.spec import State


def refuse(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that a person would name first."""
    length = len(PLANKS[action])
    if not state.hands[seat, length - 2]:
        return Refusal(4, "none_left", {"length": length})
    count = int(state.planks)
    stack = Stack(zip(state.owner[:count].tolist(), state.plank[:count].tolist(), strict=True))
    obstacle = stack.obstacle(action)
    if obstacle is not None:
        return obstacle
    owners = {laid.owner for laid in stack.below(action)}
    return Refusal(7, "only_ends_count" if seat in owners else "not_yours")


def sentence(refusal: Refusal) -> str:
    """Return the refusal in English, for errors that are not about a move just played."""
    return spec_of("nasca").sentence_of("refusals", refusal.key, refusal.params)
