"""Landscapes: neutral planks that lie on the board before a round begins (rule 15), and the check of custom ones.

The drawings on the sheet are lost; these landscapes are ours, named after figures of the Nasca desert and after what
people built beside it. Each is its own mirror image, column f being the mirror, unless its comment says otherwise.
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.nasca.rules.board import NEUTRAL, PLANKS
from ludotheque.games.nasca.rules.notation import PLANK_OF
from ludotheque.games.nasca.rules.refusal import sentence
from ludotheque.games.nasca.rules.stack import Stack
from ludotheque.games.spec import quoted

NONE = "none"
LANDSCAPES: dict[str, tuple[str, ...]] = {
    # Wings spread wide, the head above, two claws below.
    "condor": ("f4-f6", "c6-d6", "h6-i6", "f8", "d3", "h3"),
    # The body in the middle, the legs around it.
    "spider": ("e5-g5", "d7-d8", "h7-h8", "d3", "h3", "f9"),
    # A back above, fins at the sides, drops of water below: the middle stays free.
    "whale": ("e9-g9", "b6-b7", "j6-j7", "c3", "i3", "f2"),
    # The tail is a spiral. Not symmetric.
    "monkey": ("c4-c6", "d7-e7", "f5-f6", "e4", "h3", "i8"),
    # A beam from pillar to pillar with a gap to look through, and walls on both sides of the way to it.
    "gate": ("e6", "g6", "e6-g6", "c3-c4", "i3-i4", "f2"),
    # Two walls carry a beam, and the beam carries a tower: three levels.
    "temple": ("e5-e6", "g5-g6", "e6-g6", "f6", "c3", "i3"),
    # A trunk with two arms, and a sun. Each arm bridges from the trunk to a stone. Symmetric about f5, but for the sun.
    "cactus": ("f4-f6", "e6", "g4", "e6-f6", "f4-g4", "f9"),
    # A wall around a pond of two squares, and a stone on each side.
    "well": ("e4-g4", "e5-e6", "g5-g6", "f7", "c8", "i8"),
}
#: How many neutral planks of each length there are.
NEUTRAL_PLANKS = {3: 1, 2: 2, 1: 3}
EXAMPLE = '["c3-c5", "e5-f5", "h2"]'


def planks_of(landscape: str | list[str]) -> list[int]:
    """Return the planks of a checked landscape, in the order in which they are laid."""
    texts = LANDSCAPES.get(landscape, ()) if isinstance(landscape, str) else landscape
    return [PLANK_OF[text] for text in texts]


def check(landscape: Any) -> str | list[str]:
    """Return the landscape in canonical form; raises ValueError, which says what is wrong with it."""
    if isinstance(landscape, str) and (landscape == NONE or landscape in LANDSCAPES):
        return landscape
    if not isinstance(landscape, (list, tuple)) or not all(isinstance(text, str) for text in landscape):
        names = ", ".join(f'"{name}"' for name in (NONE, *LANDSCAPES))
        raise ValueError(f"allowed: {names}, or a list of neutral planks like {EXAMPLE}")
    _check_planks(list(landscape))
    return list(landscape)


def from_text(text: str) -> str | list[str]:
    """Read a landscape's name, or planks joined by `+`."""
    return text.split("+") if text[1:2].isdigit() else text


def _check_planks(texts: list[str]) -> None:
    stack = Stack()
    left = dict(NEUTRAL_PLANKS)
    for text in texts:
        plank = PLANK_OF.get(text)
        if plank is None:
            raise ValueError(
                f"{quoted(text)} is not a plank: write both ends, the left or lower one first, or one square"
            )
        length = len(PLANKS[plank])
        if not left.get(length):
            raise ValueError(f"{text}: only 1 neutral plank of length 3, 2 of length 2 and 3 of length 1 exist")
        left[length] -= 1
        obstacle = stack.obstacle(plank)
        if obstacle is not None:
            raise ValueError(f"{text}: {sentence(obstacle)}")
        stack.lay(NEUTRAL, plank)
