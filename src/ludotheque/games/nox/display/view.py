"""A NOX position and its events as JSON: the whole truth, and what a seat may know.

Hidden are the other hands and the pile. Where a seat may not see cards, their number stands in place of the list; in a
view as in an event.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.chance import shuffle
from ludotheque.games.nox.rules.board import CARDS, KINDS, PER_COLOUR, STACKS_TO_END
from ludotheque.games.nox.rules.notation import parts
from ludotheque.games.nox.rules.state import (
    BESIDE,
    DISPLAY_BITS,
    DISPLAY_SHIFT,
    KIND_SHIFT,
    LAID_BESIDE,
    LAID_ON_LAST,
    NEW_ROUND,
    NONE,
    SEAT_SHIFT,
    TARGET_BITS,
)
from ludotheque.games.spec import Json, State

#: A display: its stacks in order, each from the bottom card to the top card.
Display = list[list[str]]


def state(state: State) -> Json:
    seats = int(state.seats)
    return {
        "round": int(state.round_number),
        "starter": int(state.starter),
        "turn": None if state.turn == NONE else int(state.turn),
        "hands": [hand(int(held)) for held in state.hands[:seats]],
        "displays": displays(state),
        "pile": _pile(state),
        "totals": state.totals[:seats].tolist(),
        "history": history(state),
        "seats": seats,
    }


def view(position: State, seat: int | None) -> Json:
    seats = int(position.seats)
    return {
        "round": int(position.round_number),
        "starter": int(position.starter),
        "turn": None if position.turn == NONE else int(position.turn),
        "hands": _seen([hand(int(held)) for held in position.hands[:seats]], seat),
        "displays": displays(position),
        "pile": int(position.left),
        "totals": position.totals[:seats].tolist(),
        "history": history(position),
        "seats": seats,
    }


def hand(held: int) -> list[str]:
    return [CARDS[kind] for kind in range(KINDS) for _ in range(held >> 2 * kind & 3)]


def _seen(hands: Sequence[list[str] | int], seat: int | None) -> list[list[str] | int]:
    """The number of cards in place of every hand but the seat's own; a hand hidden before stays hidden."""
    return [cards if other == seat or isinstance(cards, int) else len(cards) for other, cards in enumerate(hands)]


def _pile(state: State) -> list[str]:
    """The pile as it will be drawn, the next card last: shuffled ahead, on copies, with the match's own chance."""
    pile, left = state.pile.copy(), int(state.left)
    if not state.ordered:
        shuffle(state.chance.copy(), pile, left)
    return [CARDS[kind] for kind in pile[:left].tolist()]


def displays(state: State) -> list[Display]:
    """The displays that this round's plays have made."""
    found: list[Display] = [[] for _ in range(state.seats)]
    for action in state.plays[: int(state.played)].tolist():
        lay(found[action >> DISPLAY_SHIFT & DISPLAY_BITS], action)
    return found


def lay(display: Display, action: int) -> tuple[int, int] | None:
    """Rules 4 to 6. Returns the places of the stack played onto and of the one it merges with, if it does."""
    card, target = CARDS[action >> KIND_SHIFT], action & TARGET_BITS
    if target in (BESIDE, LAID_BESIDE):
        display.append([card])
        return None
    if target == LAID_ON_LAST:
        display[-1].append(card)
        return None
    onto = CARDS[(action >> KIND_SHIFT) // PER_COLOUR * PER_COLOUR + target - 1]
    tops = [stack[-1] for stack in display]
    top, under = tops.index(onto), tops.index(card) if card in tops else None
    display[top].append(card)
    if under is None or under == top:
        return None
    display[min(top, under)] = display[under] + display[top]
    del display[max(top, under)]
    return top, under


def history(state: State) -> list[list[int]]:
    """The points noted in each finished round."""
    rounds: list[list[int]] = []
    for entry in state.notes[: int(state.noted)].tolist():
        if entry < 0:
            rounds += [[0] * int(state.seats) for _ in range(-entry)]
            continue
        if entry & NEW_ROUND:
            rounds.append([0] * int(state.seats))
        seat, points = divmod(entry & NEW_ROUND - 1, 1 << SEAT_SHIFT)
        rounds[-1][seat] = points
    return rounds


def worths(tables: Sequence[Display]) -> list[int]:
    """Rule 10 for each display."""
    tops = [[stack[-1] for stack in display] for display in tables]
    return [sum(int(card[1:]) for card in cards) if len({c[0] for c in cards}) == 3 else 0 for cards in tops]


def deal(state: State) -> list[Json]:
    return [
        {
            "event": "dealt",
            "round": int(state.round_number),
            "starter": int(state.starter),
            "hands": [hand(int(held)) for held in state.hands[: int(state.seats)]],
            "pile": int(state.left),
        }
    ]


def shown(event: Json, seat: int | None) -> Json:
    """The event with other seats' cards counted instead of named."""
    if event["event"] == "dealt":
        return event | {"hands": _seen(event["hands"], seat)}
    if event["event"] == "drawn" and event["seat"] != seat:
        return event | {"cards": 1}
    return dict(event)


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    kind, display, onto = parts(action)
    tables = displays(before)
    merged = lay(tables[display], action)
    found: list[Json] = [
        {
            "event": "played",
            "seat": seat,
            "card": CARDS[kind],
            "display": display,
            "onto": None if onto is None else CARDS[onto],
        }
    ]
    if merged:
        found.append({"event": "merged", "display": display, "card": CARDS[kind], "top": merged[0], "under": merged[1]})
    if after.turn == NONE or after.round_number != before.round_number:
        return found + _round_over(before, tables, after)
    if before.left:
        drawn = int(after.hands[seat]) - (int(before.hands[seat]) - (1 << 2 * kind))
        found.append({"event": "drawn", "seat": seat, "cards": hand(drawn), "pile": int(after.left)})
    return found


def _round_over(before: State, tables: list[Display], after: State) -> list[Json]:
    """Rules 9 to 12: the count, then the next deal or the end."""
    seats = int(after.seats)
    totals = after.totals[:seats].tolist()
    full = [display for display in range(seats) if len(tables[display]) == STACKS_TO_END]
    counted = {
        "event": "round",
        "round": int(before.round_number),
        "display": full[0] if full else None,
        "worth": worths(tables),
        "noted": [total - earlier for total, earlier in zip(totals, before.totals.tolist(), strict=False)],
        "totals": totals,
    }
    if after.turn != NONE:
        return [counted, *deal(after)]
    winners = [seat for seat in range(seats) if totals[seat] == max(totals)]
    return [counted, {"event": "over", "scores": totals, "winners": winners}]
