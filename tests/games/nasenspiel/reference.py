"""A slow and obvious implementation of Das Prestel Nasenspiel, to test the compiled engine.

The layout is a dict from a square to its nose; groups, holes and the frame are computed when they are needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Square = tuple[int, int]  # x to the right, y up

DOMINOES = {f"{low}-{high}" for low in range(10) for high in range(low, 10)} - {"9-9"}
PAWNS = 5
FRAME = 10
STEP: dict[str, Square] = {"E": (1, 0), "N": (0, 1)}
KEYS = {"turn", "hands", "aside", "placed", "squares", "pawns", "reserve", "asking", "scores"}


class Placement(NamedTuple):
    """A domino's two noses and the squares they go to, the anchor first."""

    noses: tuple[int, int]
    squares: tuple[Square, Square]


def read_placement(move: str) -> Placement:
    noses, direction, anchor = move.split(" ")
    first, second = noses.split("-")
    x, y = [int(number) for number in anchor.split(",")]
    dx, dy = STEP[direction]
    return Placement((int(first), int(second)), ((x, y), (x + dx, y + dy)))


def around(square: Square) -> list[Square]:
    x, y = square
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


def domino_name(noses: tuple[int, int]) -> str:
    return f"{min(noses)}-{max(noses)}"


def fits_frame(squares: set[Square]) -> bool:
    columns = [x for x, _ in squares]
    rows = [y for _, y in squares]
    return max(columns) - min(columns) < FRAME and max(rows) - min(rows) < FRAME


def has_hole(squares: set[Square]) -> bool:
    """Flood-fill the empty squares from outside, within a ring around the layout; what is not reached is a hole."""
    columns = range(min(x for x, _ in squares) - 1, max(x for x, _ in squares) + 2)
    rows = range(min(y for _, y in squares) - 1, max(y for _, y in squares) + 2)
    dry = {(x, y) for x in columns for y in rows} - squares
    start = (columns[0], rows[0])
    dry.remove(start)
    to_visit = [start]
    while to_visit:
        for square in around(to_visit.pop()):
            if square in dry:
                dry.remove(square)
                to_visit.append(square)
    return bool(dry)


def by_row(square: Square) -> tuple[int, int]:
    return square[1], square[0]


class Reference:
    def __init__(self, state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.turn: int | None = state["turn"]
        self.hands: list[set[str]] = [set(hand) for hand in state["hands"]]
        self.aside: int = state["aside"]
        self.placed: list[str] = list(state["placed"])
        self.noses: dict[Square, int] = {(x, y): nose for x, y, nose in state["squares"]}
        self.pawns: dict[Square, int] = {(p["at"][0], p["at"][1]): p["seat"] for p in state["pawns"]}
        self.reserve: list[int] = list(state["reserve"])
        asking = state["asking"]
        self.asking: Square | None = None if asking is None else (asking[0], asking[1])

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.turn is None else (self.turn,)

    @property
    def over(self) -> bool:
        return self.turn is None

    def legal_moves(self, seat: int) -> set[str]:
        if self.over or seat != self.turn:
            return set()
        return self._placements(seat) if self.asking is None else self._answers(seat)

    def play(self, seat: int, move: str, after: dict[str, Any] | None = None) -> None:
        if move not in self.legal_moves(seat):
            raise ValueError(f"seat {seat} may not play {move!r}")
        if self.asking is None:
            self._place(seat, move)
            questions = self._groups_to_ask_for()
        else:
            self._answer(seat, move, self.asking)
            questions = self._groups_to_ask_for()
            questions = questions[questions.index(self.asking) + 1 :]
        if questions:
            self.asking = questions[0]
        else:
            self.asking = None
            self._end_turn(seat)

    def state(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "hands": [sorted(hand) for hand in self.hands],
            "aside": self.aside,
            "placed": list(self.placed),
            "squares": [[*square, self.noses[square]] for square in sorted(self.noses, key=by_row)],
            "pawns": [{"seat": self.pawns[sq], "at": list(sq)} for sq in sorted(self.pawns, key=by_row)],
            "reserve": list(self.reserve),
            "asking": None if self.asking is None else list(self.asking),
            "scores": self.scores,
        }

    @property
    def scores(self) -> list[int]:
        scores = [0] * self.seats
        for square, seat in self.pawns.items():
            scores[seat] += len(self._connected(square))
        return scores

    @property
    def winners(self) -> list[int]:
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]

    @staticmethod
    def check_deal(state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        """Raise ValueError unless the hands are equal, as large as can be, and nothing lies on the table."""
        if not 2 <= seats <= 5:
            raise ValueError("the Nasenspiel is for two to five seats")
        if set(state) != KEYS:
            raise ValueError(f"the state has the keys {sorted(state)}")
        each, aside = divmod(len(DOMINOES), seats)
        hands: list[list[str]] = state["hands"]
        if [len(hand) for hand in hands] != [each] * seats:
            raise ValueError(f"the hands are not {seats} of {each} dominoes")
        if any(hand != sorted(hand) for hand in hands):
            raise ValueError("a hand is not sorted")
        dealt = [domino for hand in hands for domino in hand]
        if len(set(dealt)) < len(dealt) or not set(dealt) <= DOMINOES:
            raise ValueError("a domino was dealt that does not exist or was dealt before")
        start: dict[str, Any] = {"turn": 0, "aside": aside, "placed": [], "squares": [], "pawns": []}
        start |= {"reserve": [PAWNS] * seats, "asking": None, "scores": [0] * seats}
        for key, value in start.items():
            if state[key] != value:
                raise ValueError(f"{key} is {state[key]!r} at the start, not {value!r}")

    def _placements(self, seat: int) -> set[str]:
        """Return what the seat could place if it were to act."""
        if not self.noses:
            return {f"{domino} E 0,0" for domino in self.hands[seat]}
        found = set()
        for direction, squares in self._places():
            x, y = squares[0]
            for domino in self.hands[seat]:
                low, high = [int(nose) for nose in domino.split("-")]
                for noses in {(low, high), (high, low)}:
                    if self._matches(Placement(noses, squares)):
                        found.add(f"{noses[0]}-{noses[1]} {direction} {x},{y}")
        return found

    def _places(self) -> list[tuple[str, tuple[Square, Square]]]:
        """List the direction and the squares of every place where a domino may lie, whatever its noses."""
        layout = set(self.noses)
        edge = {square for old in layout for square in around(old)} - layout
        anchors = edge | {(x - dx, y - dy) for x, y in edge for dx, dy in STEP.values()}
        places = []
        for x, y in anchors:
            for direction, (dx, dy) in STEP.items():
                squares = ((x, y), (x + dx, y + dy))
                if self._may_lie(squares, layout):
                    places.append((direction, squares))
        return places

    def _may_lie(self, squares: tuple[Square, Square], layout: set[Square]) -> bool:
        if layout & set(squares):
            return False
        touched = {other for square in squares for other in around(square) if other in layout}
        together = layout | set(squares)
        return len(touched) >= 2 and fits_frame(together) and not has_hole(together)

    def _matches(self, placement: Placement) -> bool:
        return any(
            self.noses.get(other) == nose
            for nose, square in zip(placement.noses, placement.squares, strict=True)
            for other in around(square)
        )

    def _place(self, seat: int, move: str) -> None:
        placement = read_placement(move)
        self.hands[seat].remove(domino_name(placement.noses))
        self.placed.append(move)
        for nose, square in zip(placement.noses, placement.squares, strict=True):
            self.noses[square] = nose
        for square in self._squares_joined_now():
            if square in self.pawns:
                self.reserve[self.pawns.pop(square)] += 1

    def _connected(self, start: Square) -> set[Square]:
        """Collect the squares with the same nose connected by edges: a group if there are two or more."""
        found = {start}
        to_visit = [start]
        while to_visit:
            for square in around(to_visit.pop()):
                if square not in found and self.noses.get(square) == self.noses[start]:
                    found.add(square)
                    to_visit.append(square)
        return found

    def _squares_joined_now(self) -> set[Square]:
        """Collect the squares of the groups that the last domino belongs to."""
        anchor, other = read_placement(self.placed[-1]).squares
        return self._connected(anchor) | self._connected(other)

    def _groups_to_ask_for(self) -> list[Square]:
        """List one square for each group of the last domino, in the order of the questions."""
        anchor, other = read_placement(self.placed[-1]).squares
        squares = [anchor] if other in self._connected(anchor) else [anchor, other]
        return [square for square in squares if len(self._connected(square)) >= 2]

    def _answers(self, seat: int) -> set[str]:
        """Return the answers; a pawn on a group of the last domino was put there this turn and stays."""
        stays = self._squares_joined_now()
        answers = {"skip"}
        if self.reserve[seat] > 0:
            answers.add("pawn")
        for (x, y), owner in self.pawns.items():
            if owner == seat and (x, y) not in stays:
                answers.add(f"pawn {x},{y}")
        return answers

    def _answer(self, seat: int, move: str, square: Square) -> None:
        if move == "skip":
            return
        if move == "pawn":
            self.reserve[seat] -= 1
        else:
            x, y = move.removeprefix("pawn ").split(",")
            del self.pawns[int(x), int(y)]
        self.pawns[square] = seat

    def _end_turn(self, seat: int) -> None:
        """Give the turn to the next seat that can place, possibly the same one; the match is over when none can."""
        for distance in range(1, self.seats + 1):
            candidate = (seat + distance) % self.seats
            if self._placements(candidate):
                self.turn = candidate
                return
        self.turn = None
