"""A slow and obvious implementation of Nasca, to test the compiled engine.

A position is the list of planks in the order placed; heights, colours and areas are computed from it each time.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

Square = tuple[int, int]  # column 0 to 10 for a to k, row 1 to 10
Owner = int | str

COLUMNS = "abcdefghijk"
ROWS = range(1, 11)
BOARD: set[Square] = {(column, row) for column in range(len(COLUMNS)) for row in ROWS}
NEUTRAL = "neutral"
HAND = {"5": 3, "4": 4, "3": 3, "2": 2}
NEUTRAL_PLANKS = Counter({3: 1, 2: 2, 1: 3})
KEYS = {"round", "turn", "hands", "planks", "points", "areas"}
OPPOSITE_BORDERS = ({"left", "right"}, {"bottom", "top"})


class Plank(NamedTuple):
    """A plank on the table. No two have the same squares and level, so equality is identity."""

    owner: Owner
    squares: tuple[Square, ...]
    level: int


def square_name(square: Square) -> str:
    return f"{COLUMNS[square[0]]}{square[1]}"


def square_from(name: str) -> Square:
    return COLUMNS.index(name[0]), int(name[1:])


def line_of(start: Square, length: int, along_row: bool) -> tuple[Square, ...]:
    """List the squares under a plank, left or lower end first."""
    column, row = start
    return tuple((column + i, row) if along_row else (column, row + i) for i in range(length))


def line_name(squares: tuple[Square, ...]) -> str:
    if len(squares) == 1:
        return square_name(squares[0])
    return f"{square_name(squares[0])}-{square_name(squares[-1])}"


def line_from(name: str) -> tuple[Square, ...]:
    """Read `b3-f3` or `h2`; ValueError unless it is a line on the board, left or lower end first."""
    ends = [square_from(end) for end in name.split("-")]
    start, end = ends[0], ends[-1]
    length = end[0] - start[0] + end[1] - start[1] + 1
    squares = line_of(start, length, along_row=start[1] == end[1])
    if not squares or squares[-1] != end or not set(squares) <= BOARD or line_name(squares) != name:
        raise ValueError(f"{name!r} is no plank")
    return squares


def as_json(plank: Plank) -> dict[str, Any]:
    return {"owner": plank.owner, "at": line_name(plank.squares), "level": plank.level}


def seen_from_above(planks: list[Plank]) -> dict[Square, Plank]:
    """Map each square that is not empty to its highest plank."""
    top = {}
    for plank in sorted(planks, key=lambda plank: plank.level):
        for square in plank.squares:
            top[square] = plank
    return top


def level_of(owner: Owner, squares: tuple[Square, ...], top: dict[Square, Plank], support: str) -> int | None:
    """Return the level at which the plank can be placed, or None."""
    heights = [top[square].level + 1 if square in top else 0 for square in squares]
    height = heights[0]
    if heights[-1] != height or max(heights) > height:
        return None
    if height == 0:
        return 0
    rests_on = [top[square] for square, there in zip(squares, heights, strict=True) if there == height]
    if len(set(rests_on)) < len(rests_on):
        return None
    all_neutral = all(plank.owner == NEUTRAL for plank in rests_on)
    if owner == NEUTRAL or all_neutral:
        return height
    ends = [rests_on[0], rests_on[-1]]
    asked = ends if support == "end" else rests_on
    return height if any(plank.owner == owner for plank in asked) else None


def regions_of(squares: set[Square]) -> list[set[Square]]:
    """Divide the squares into regions connected by edges."""
    left = set(squares)
    regions = []
    while left:
        to_visit = [left.pop()]
        region = set(to_visit)
        while to_visit:
            column, row = to_visit.pop()
            for square in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
                if square in left:
                    left.remove(square)
                    region.add(square)
                    to_visit.append(square)
        regions.append(region)
    return regions


def is_area(region: set[Square]) -> bool:
    """Return whether the region touches no border, one, or two adjacent ones."""
    borders = set()
    for column, row in region:
        if column == 0:
            borders.add("left")
        if column == len(COLUMNS) - 1:
            borders.add("right")
        if row == ROWS[0]:
            borders.add("bottom")
        if row == ROWS[-1]:
            borders.add("top")
    return not any(opposite <= borders for opposite in OPPOSITE_BORDERS)


def paid_squares(planks: list[Plank]) -> list[list[Square]]:
    """List for each seat the empty squares that score for it, by row, then column."""
    top = seen_from_above(planks)
    area_sizes: list[dict[Square, int]] = [{}, {}]
    for seat in (0, 1):
        not_own = {square for square in BOARD if square not in top or top[square].owner != seat}
        for region in regions_of(not_own):
            if is_area(region):
                area_sizes[seat].update({square: len(region) for square in region})
    paid: list[list[Square]] = [[], []]
    for square in sorted(BOARD - set(top), key=lambda square: (square[1], square[0])):
        sizes = [area_sizes[seat].get(square) for seat in (0, 1)]
        for seat in (0, 1):
            mine, theirs = sizes[seat], sizes[1 - seat]
            if mine is not None and (theirs is None or mine < theirs):
                paid[seat].append(square)
    return paid


def check_landscape(planks: list[dict[str, Any]], landscape: str | list[str]) -> None:
    """Raise ValueError unless the planks are the landscape of that name or list, laid one after another."""
    laid: list[Plank] = []
    for name in [plank["at"] for plank in planks]:
        squares = line_from(name)
        level = level_of(NEUTRAL, squares, seen_from_above(laid), "any")
        if level is None:
            raise ValueError(f"the landscape's {name} does not fit where it lies")
        laid.append(Plank(NEUTRAL, squares, level))
    if planks != [as_json(plank) for plank in laid]:
        raise ValueError("a plank of the landscape has the wrong owner or level")
    lengths = Counter(len(plank.squares) for plank in laid)
    if not lengths <= NEUTRAL_PLANKS:
        raise ValueError("the landscape has more neutral planks than there are")
    if isinstance(landscape, str):
        if lengths != (Counter() if landscape == "none" else NEUTRAL_PLANKS):
            raise ValueError(f"the landscape {landscape} has {dict(lengths)} neutral planks by length")
    elif list(landscape) != [plank["at"] for plank in planks]:
        raise ValueError(f"the landscape is not {landscape}")


class Reference:
    def __init__(self, state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.support: str = options["support"]
        self.rounds: int = options["rounds"]
        self.round: int = state["round"]
        self.turn: int | None = state["turn"]
        self.hands: list[dict[str, int]] = [dict(hand) for hand in state["hands"]]
        self.planks = [Plank(plank["owner"], line_from(plank["at"]), plank["level"]) for plank in state["planks"]]
        self.points: list[list[int]] = [list(pair) for pair in state["points"]]

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.turn is None else (self.turn,)

    @property
    def over(self) -> bool:
        return self.turn is None

    def legal_moves(self, seat: int) -> set[str]:
        return self._placements(seat) if seat == self.turn else set()

    def play(self, seat: int, move: str, after: dict[str, Any] | None = None) -> None:
        if move not in self.legal_moves(seat):
            raise ValueError(f"seat {seat} may not play {move!r}")
        squares = line_from(move)
        level = level_of(seat, squares, seen_from_above(self.planks), self.support)
        assert level is not None
        self.planks.append(Plank(seat, squares, level))
        self.hands[seat][str(len(squares))] -= 1
        self._give_turn(1 - seat)

    def state(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "turn": self.turn,
            "hands": [dict(hand) for hand in self.hands],
            "planks": [as_json(plank) for plank in self.planks],
            "points": [list(pair) for pair in self.points],
            "areas": [[square_name(square) for square in squares] for squares in paid_squares(self.planks)],
        }

    @property
    def scores(self) -> list[int]:
        rounds = list(self.points)
        if not self.over:
            rounds.append(self._points_now())
        return [sum(points[seat] for points in rounds) for seat in range(self.seats)]

    @property
    def winners(self) -> list[int]:
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]

    @staticmethod
    def check_deal(state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        """Raise ValueError unless the hands are full and only the landscape stands."""
        if seats != 2 or options["support"] not in ("any", "end") or options["rounds"] not in (1, 2):
            raise ValueError("Nasca is for two seats, support any or end, one or two rounds")
        if set(state) != KEYS:
            raise ValueError(f"the state has the keys {sorted(state)}")
        start = {"round": 1, "turn": 0, "hands": [HAND, HAND], "points": [], "areas": [[], []]}
        for key, value in start.items():
            if state[key] != value:
                raise ValueError(f"{key} is {state[key]!r} at the start, not {value!r}")
        check_landscape(state["planks"], options["landscape"])

    def _placements(self, seat: int) -> set[str]:
        """Return what the seat could place if it were to act."""
        top = seen_from_above(self.planks)
        found = set()
        for length in [int(length) for length, left in self.hands[seat].items() if left > 0]:
            for start in BOARD:
                for along_row in (True, False):
                    squares = line_of(start, length, along_row)
                    if set(squares) <= BOARD and level_of(seat, squares, top, self.support) is not None:
                        found.add(line_name(squares))
        return found

    def _points_now(self) -> list[int]:
        return [len(squares) for squares in paid_squares(self.planks)]

    def _give_turn(self, seat: int) -> None:
        """Let the seat act, or the other one if it cannot place, or end the round if neither can."""
        for candidate in (seat, 1 - seat):
            if self._placements(candidate):
                self.turn = candidate
                return
        self._end_round()

    def _end_round(self) -> None:
        self.points.append(self._points_now())
        if self.round == self.rounds:
            self.turn = None
            return
        self.round += 1
        self.planks = [plank for plank in self.planks if plank.owner == NEUTRAL]
        self.hands = [dict(HAND), dict(HAND)]
        self._give_turn(self.round - 1)  # seat 1 starts round 2
