"""Whether a move has revealed hidden information: then it cannot be taken back."""

from __future__ import annotations

from ludotheque.errors import LudothequeError
from ludotheque.match import Match

#: How many determinizations are tried. A move that reveals which of two cards lay on top is missed once in 65,536.
DETERMINIZATIONS = 16


def reveals(match: Match, since: int) -> bool:
    """Whether the moves after the first `since` ones revealed hidden information.

    They did if, in another determinization of what a viewer had seen before, a move would have been illegal or would
    have looked different to that viewer.
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
            if any(_looks_different(before, earlier, viewer, seat, move, n) for n in range(DETERMINIZATIONS)):
                return True
    return False


def _looks_different(before: Match, after: Match, viewer: int | None, seat: int, move: str, number: int) -> bool:
    other = before.redeal(viewer, f"another world {number}")
    try:
        other.play(move, seat)
    except LudothequeError:
        return True
    return _seen(other, viewer) != _seen(after, viewer)


def _seen(match: Match, viewer: int | None) -> object:
    return match.view(viewer), match.show(match.happened(len(match.history)), viewer)
