"""A NOX position and its events as JSON: the whole truth, and what a seat may know.

Hidden are the other hands and the pile. Where a seat may not see cards, their number stands in place of the list; in a
view as in an event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludotheque.engine.chance import shuffle
from ludotheque.games.nox.rules.board import CARDS, COPIES, STACKS_TO_END
from ludotheque.games.nox.rules.notation import parts
from ludotheque.games.nox.rules.stacks import Display, displays, displays_after, hand, worths
from ludotheque.games.nox.rules.state import NEW_ROUND, NONE, SEAT_SHIFT
from ludotheque.games.spec import Json, State, over_event


def state(position: State) -> Json:
    return _json(position, _hands(position), _pile(position))


def view(position: State, seat: int | None) -> Json:
    return _json(position, _seen(_hands(position), seat), int(position.left))


def _json(position: State, hands: Sequence[list[str] | int], pile: list[str] | int) -> Json:
    seats = int(position.seats)
    return {
        "round": int(position.round_number),
        "starter": int(position.starter),
        "turn": None if position.turn == NONE else int(position.turn),
        "hands": hands,
        "displays": displays(position),
        "pile": pile,
        "totals": position.totals[:seats].tolist(),
        "history": history(position),
        "seats": seats,
    }


def _hands(position: State) -> list[list[str]]:
    return [hand(int(held)) for held in position.hands[: int(position.seats)]]


def _seen(hands: Sequence[list[str] | int], seat: int | None) -> list[list[str] | int]:
    """Return the hands with a number of cards in place of each hand but the seat's own."""
    return [cards if other == seat or isinstance(cards, int) else len(cards) for other, cards in enumerate(hands)]


def _pile(state: State) -> list[str]:
    """Return the pile as it will be drawn, the next card last: shuffled with a copy of the match's chance."""
    pile, left = state.pile.copy(), int(state.left)
    if not state.ordered:
        shuffle(state.chance.copy(), pile, left)
    return [CARDS[kind] for kind in pile[:left].tolist()]


def history(state: State) -> list[list[int]]:
    """Return the points noted in each finished round."""
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


def deal(position: State) -> list[Json]:
    return [
        {
            "event": "dealt",
            "round": int(position.round_number),
            "starter": int(position.starter),
            "hands": _hands(position),
            "pile": int(position.left),
        }
    ]


def shown(event: Json, seat: int | None) -> Json:
    """Return the event with a number in place of other seats' cards."""
    if event["event"] == "dealt":
        return event | {"hands": _seen(event["hands"], seat)}
    if event["event"] == "drawn" and event["seat"] != seat:
        return event | {"cards": 1}
    return dict(event)


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    kind, display, onto = parts(action)
    tables, merger = displays_after(before, action)
    happened: list[Json] = [
        {
            "event": "played",
            "seat": seat,
            "card": CARDS[kind],
            "display": display,
            "onto": None if onto is None else CARDS[onto],
        }
    ]
    if merger:
        happened.append({"event": "merged", "display": display, "card": CARDS[kind], **merger._asdict()})
    if after.turn == NONE or after.round_number != before.round_number:
        return happened + _round_over(before, tables, after)
    if before.left:
        drawn = int(after.hands[seat]) - (int(before.hands[seat]) - (1 << 2 * kind))
        happened.append({"event": "drawn", "seat": seat, "cards": hand(drawn), "pile": int(after.left)})
    return happened


def reveals(before: State, seat: int, action: int, after: State) -> bool:
    """Return whether the card played, the card drawn or the hands dealt were uncertain to anybody.

    A spectator, who knows least, is sure of a card in a hand if the pile and the other hands have no room for all its
    copies. Whoever draws is sure of the card if all cards that they have not seen are of one kind.
    """
    own = Counter(hand(int(before.hands[seat])))
    if before.left >= COPIES:  # nearly always
        return True
    hidden = Counter(_pile(before)) + sum(map(Counter, _hands(before)), Counter())
    if hidden[CARDS[parts(action)[0]]] <= hidden.total() - own.total():
        return True
    if after.turn == NONE:
        return False
    return after.round_number != before.round_number or bool(before.left and len(hidden - own) > 1)


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
    return [counted, over_event(totals)] if after.turn == NONE else [counted, *deal(after)]
