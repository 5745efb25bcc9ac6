"""A slow and obvious implementation of NOX, to test the compiled engine: cards are texts, displays lists of stacks."""

from collections import Counter
from copy import deepcopy
from typing import Any

NUMBERS = {"b": (1, 4, 9, 11, 15), "g": (2, 5, 7, 12, 14), "o": (3, 6, 8, 10, 13)}
COPIES = 6
DECK = Counter({f"{colour}{number}": COPIES for colour in NUMBERS for number in NUMBERS[colour]})
HAND = 3
STACKS = 6
TARGETS = {"classic": 150, "hard": 100}
SEATS = range(2, 7)

Display = list[list[str]]


def number(card: str) -> int:
    return int(card[1:])


def in_order(hand: list[str]) -> list[str]:
    """Sort by colour b, g, o, then by number."""
    return sorted(hand, key=lambda card: (card[0], number(card)))


def stack_showing(display: Display, wanted: int) -> int | None:
    """Return the index of the stack whose top card has this number."""
    for place, stack in enumerate(display):
        if number(stack[-1]) == wanted:
            return place
    return None


def with_card(display: Display, card: str, onto: str | None) -> Display:
    """Return the display after a legal play of `card` onto the stack that shows `onto`, or beside all."""
    stacks = deepcopy(display)
    if onto is None:
        return [*stacks, [card]]
    played = next(place for place, stack in enumerate(stacks) if stack[-1] == onto)
    other = stack_showing(stacks, number(card))
    if other is None or other == played:
        stacks[played].append(card)
        return stacks
    merged = stacks[other] + stacks[played] + [card]
    stacks[min(played, other)] = merged
    del stacks[max(played, other)]
    return stacks


def worth(display: Display) -> int:
    tops = [stack[-1] for stack in display]
    colours = {card[0] for card in tops}
    return sum(number(card) for card in tops) if len(colours) == len(NUMBERS) else 0


def noted(displays: list[Display], variant: str) -> list[int]:
    """Return the points that each seat notes at the end of a round."""
    values = [worth(display) for display in displays]
    if variant == "hard":
        return [value if value == max(values) else 0 for value in values]
    return values


def check_cards(state: dict[str, Any], seats: int) -> None:
    """Raise ValueError unless hands and pile are a deal of the whole deck."""
    hands, pile = state["hands"], state["pile"]
    if len(hands) != seats or any(len(hand) != HAND for hand in hands):
        raise ValueError(f"a deal gives {HAND} cards to each of {seats} seats, not {hands}")
    if any(hand != in_order(hand) for hand in hands):
        raise ValueError(f"hands are not sorted: {hands}")
    cards = Counter(pile)
    for hand in hands:
        cards.update(hand)
    if cards != DECK:
        raise ValueError("hands and pile together are not the 90 cards")


class Reference:
    """A match of NOX."""

    def __init__(self, state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        position = deepcopy(state)
        self.seats = seats
        self.variant: str = options["variant"]
        self.target: int = TARGETS[self.variant] if options["target"] is None else options["target"]
        self.round: int = position["round"]
        self.starter: int = position["starter"]
        self.turn: int | None = position["turn"]
        self.hands: list[list[str]] = position["hands"]
        self.displays: list[Display] = position["displays"]
        self.pile: list[str] = position["pile"]
        self.totals: list[int] = position["totals"]
        self.history: list[list[int]] = position["history"]

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.turn is None else (self.turn,)

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def scores(self) -> list[int]:
        return list(self.totals)

    @property
    def winners(self) -> list[int]:
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.totals[seat] == max(self.totals)]

    def legal_moves(self, seat: int) -> set[str]:
        moves: set[str] = set()
        if seat != self.turn:
            return moves
        for card in self.hands[seat]:
            for owner, display in enumerate(self.displays):
                if stack_showing(display, number(card)) is None:
                    moves.add(f"{card}>{owner}")
                for stack in display:
                    if stack[-1][0] == card[0]:
                        moves.add(f"{card}>{owner}:{stack[-1]}")
        return moves

    def play(self, seat: int, move: str, after: dict[str, Any] | None = None) -> None:
        """Play a move; `after` provides the new deal when the move ends a round but not the match."""
        if move not in self.legal_moves(seat):
            raise ValueError(f"{move!r} is not a legal move of seat {seat}")
        card, place = move.split(">")
        owner, _, onto = place.partition(":")
        self.hands[seat].remove(card)
        self.displays[int(owner)] = with_card(self.displays[int(owner)], card, onto or None)
        if any(len(display) == STACKS for display in self.displays):
            self._end_round(after)
            return
        if self.pile:
            self.hands[seat] = in_order([*self.hands[seat], self.pile.pop()])
        if any(self.hands):
            self.turn = self._next_with_cards(seat)
        else:
            self._end_round(after)

    def _next_with_cards(self, seat: int) -> int:
        following = (seat + 1) % self.seats
        while not self.hands[following]:
            following = (following + 1) % self.seats
        return following

    def _end_round(self, after: dict[str, Any] | None) -> None:
        points = noted(self.displays, self.variant)
        self.history.append(points)
        self.totals = [total + won for total, won in zip(self.totals, points, strict=True)]
        if max(self.totals) >= self.target:
            self.turn = None
        else:
            self._new_round(after)

    def _new_round(self, after: dict[str, Any] | None) -> None:
        if after is None:
            raise ValueError("a new round was dealt: the state after the move is needed")
        check_cards(after, self.seats)
        self.hands = deepcopy(after["hands"])
        self.pile = deepcopy(after["pile"])
        self.displays = [[] for _ in range(self.seats)]
        self.round += 1
        self.starter = (self.starter + 1) % self.seats
        self.turn = self.starter

    def state(self) -> dict[str, Any]:
        position = {
            "round": self.round,
            "starter": self.starter,
            "turn": self.turn,
            "hands": self.hands,
            "displays": self.displays,
            "pile": self.pile,
            "totals": self.totals,
            "history": self.history,
            "seats": self.seats,
        }
        return deepcopy(position)

    @staticmethod
    def check_deal(state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        """Raise ValueError unless this is a position in which a match can begin."""
        if seats not in SEATS:
            raise ValueError(f"NOX has 2 to 6 seats, not {seats}")
        expected = {
            "round": 1,
            "starter": 0,
            "turn": 0,
            "hands": state["hands"],
            "displays": [[] for _ in range(seats)],
            "pile": state["pile"],
            "totals": [0] * seats,
            "history": [],
            "seats": seats,
        }
        if state != expected:
            raise ValueError(f"not an initial position: {state}")
        check_cards(state, seats)
