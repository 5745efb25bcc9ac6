"""Whether a move has told somebody something new: then it cannot be taken back."""

from __future__ import annotations

from ludotheque.errors import LudothequeError
from ludotheque.match import Match

#: So many worlds are tried. A move that reveals which of two cards lay on top is missed once in 65,536 times.
WORLDS = 16


def reveals(match: Match, since: int) -> bool:
    """Whether the moves after the first `since` ones brought hidden information out.

    They did if in another world, which fits all that a viewer had seen before, the move would have been impossible or
    would have looked different to that viewer.
    """
    if not match.secret:
        return False
    earlier = match.copy()
    while len(earlier.history) > since:
        earlier.undo()
    for seat, move in match.history[since:]:
        before = earlier.copy()
        earlier.play(move, seat)
        for viewer in (None, *range(match.seats)):
            if any(_looks_different(before, earlier, viewer, seat, move, world) for world in range(WORLDS)):
                return True
    return False


def _looks_different(before: Match, after: Match, viewer: int | None, seat: int, move: str, world: int) -> bool:
    other = before.redeal(viewer, f"another world {world}")
    try:
        other.play(move, seat)
    except LudothequeError:
        return True
    return _seen(other, viewer) != _seen(after, viewer)


def _seen(match: Match, viewer: int | None) -> object:
    return match.view(viewer), match.show(match.happened(len(match.history)), viewer)
