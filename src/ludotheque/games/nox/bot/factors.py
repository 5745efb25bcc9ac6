"""Reasons for a move of NOX, for hints: message keys and their parameters."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.knowledge import Factor
from ludotheque.games.nox.rules.board import CARDS, COLOUR_LETTERS, COLOUR_NAMES, NUMBER_OF, STACKS_TO_END
from ludotheque.games.nox.rules.state import DISPLAY_BITS, DISPLAY_SHIFT, shown_after, shown_by
from ludotheque.games.spec import State

Shown = frozenset[str]


def factors(state: State, seat: int, action: int) -> list[Factor]:
    """Return the factors, the weightiest first; none if the move only gets rid of a card."""
    display = action >> DISPLAY_SHIFT & DISPLAY_BITS
    before = [_cards(shown_by(state, other)) for other in range(int(state.seats))]
    after = before.copy()
    after[display] = _cards(shown_after(shown_by(state, display), action))
    if len(after[display]) == STACKS_TO_END:
        return _ending(state, seat, after)
    reasons = _own(before[seat], after[seat]) if display == seat else _other(state, display, before, after)
    return reasons + _pace(before, after, display)


def _cards(kinds: int) -> Shown:
    """Return the cards of a set of kinds given as bits."""
    return frozenset(card for kind, card in enumerate(CARDS) if kinds >> kind & 1)


def _sum(shown: Shown) -> int:
    return sum(int(NUMBER_OF[CARDS.index(card)]) for card in shown)


def _colours(shown: Shown) -> set[str]:
    return {card[0] for card in shown}


def _worth(shown: Shown) -> int:
    return _sum(shown) if len(_colours(shown)) == len(COLOUR_LETTERS) else 0


def _ending(state: State, seat: int, displays: Sequence[Shown]) -> list[Factor]:
    """Rule 9: what the round's end brings the seat."""
    worths = [_worth(shown) for shown in displays]
    noted = [points if not state.hard or points == max(worths) else 0 for points in worths]
    totals = [int(state.totals[other]) + points for other, points in enumerate(noted)]
    if max(totals) >= state.target:
        return [Factor("wins_match", {"points": totals[seat]})] if totals[seat] == max(totals) else []
    reasons: list[Factor] = []
    if noted[seat] and worths[seat] == max(worths):
        reasons.append(Factor("ends_ahead", {"points": noted[seat]}))
    elif noted[seat]:
        reasons.append(Factor("ends_with", {"points": noted[seat]}))
    empty = [other for other, points in enumerate(noted) if other != seat and not points]
    return reasons + [Factor("ends_without", {"seat": other}) for other in empty]


def _own(before: Shown, after: Shown) -> list[Factor]:
    """Return the reasons about the seat's own display: colours first, then the sum."""
    more = _sum(after) - _sum(before)
    new = _colours(after) - _colours(before)
    if new and _worth(after):
        return [Factor("completes", {"colour": COLOUR_NAMES[new.pop()], "points": _worth(after)})]
    reasons: list[Factor] = [Factor("adds_colour", {"colour": COLOUR_NAMES[new.pop()]})] if new else []
    if more > 0 and _worth(after):
        return [*reasons, Factor("raises", {"points": more, "worth": _worth(after)})]
    return reasons + ([Factor("raises_later", {"points": more})] if more > 0 else [])


def _other(state: State, display: int, before: Sequence[Shown], after: Sequence[Shown]) -> list[Factor]:
    """Rule 5: a lower card covers a higher one; weightier against the seat that is ahead."""
    less = _sum(before[display]) - _sum(after[display])
    if less <= 0:
        return []
    standing = [int(state.totals[other]) + _worth(shown) for other, shown in enumerate(before)]
    key = "spoils_leader" if standing[display] == max(standing) else "spoils"
    return [Factor(key, {"seat": display, "points": less})]


def _pace(before: Sequence[Shown], after: Sequence[Shown], display: int) -> list[Factor]:
    """Return the reasons about the end of the round: it comes nearer, or a merger delays it."""
    stacks = len(after[display])
    if stacks == STACKS_TO_END - 1 > max(map(len, before)):
        return [Factor("nears_end", {"display": display})]
    if stacks < len(before[display]) == STACKS_TO_END - 1:
        return [Factor("puts_off_end", {"display": display})]
    return []
