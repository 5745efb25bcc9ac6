"""How a match refuses an illegal move."""

from __future__ import annotations

import pytest

from ludotheque import IllegalMove, Match


def refused(match: Match, move: str, seat: int | None = None) -> IllegalMove:
    """Play an illegal move, check that it changes nothing, and return the error."""
    before = match.state()
    with pytest.raises(IllegalMove) as caught:
        match.play(move, seat)
    assert match.state() == before
    assert "{" not in caught.value.sentence, "a placeholder is not filled"
    return caught.value


def refusal(match: Match, move: str, seat: int | None = None) -> tuple[int, str]:
    """Return the rule and the key of a refusal."""
    error = refused(match, move, seat)
    return error.rule, error.key
