"""Choosing a move: step by step with the arrows, or by typing. Knows nothing of the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludotheque.terminal.canvas import Place, Square
from ludotheque.terminal.display import Part

Ways = Callable[[str], list[tuple[Part, ...]]]
#: So many moves are listed while typing; a longer list is of no use to anybody.
LISTED = 200
TOKEN = re.compile(r"([a-zA-Z]+)|((?<!\d)-?\d+|\d+)")
#: Rows and columns that an arrow goes.
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass
class Node:
    """A step of one or more moves: either a whole move, or what may follow."""

    part: Part
    move: str | None = None
    #: All steps up to this one.
    trail: tuple[Part, ...] = ()
    children: dict[str, Node] = field(default_factory=dict)

    @property
    def only(self) -> Node:
        """The node where a decision is left to make: steps with one answer are not asked."""
        node = self
        while len(node.children) == 1:
            node = next(iter(node.children.values()))
        return node


def grow(ways: Mapping[str, list[tuple[Part, ...]]]) -> Node:
    """All moves as a tree of their parts. A move with several ways is in it several times."""
    root = Node(Part(""))
    for move, several in ways.items():
        for way in several:
            node = root
            for part in way:
                if part.name not in node.children:
                    node.children[part.name] = Node(part, trail=(*node.trail, part))
                node = node.children[part.name]
            node.move = move
    if any(child.children for child in root.children.values()):
        # First steps come in the order of whole moves, which means nothing to somebody who looks for a domino.
        root.children = dict(sorted(root.children.items(), key=lambda child: _order(child[0])))
    return root


def _order(name: str) -> tuple[bool, list[tuple[str, int]]]:
    """By letters and numbers, not digit by digit; words come last. The `-` of `2-8` is no sign."""
    tokens = [(letters.lower(), int(number or 0)) for letters, number in TOKEN.findall(name)]
    return not any(map(str.isdigit, name)), tokens


class Choices:
    """The moves on offer, which steps are done, what is typed, and which choice is highlighted."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.path: list[Node] = [Node(Part(""))]
        self._ways: dict[str, list[tuple[Part, ...]]] = {}
        self._plain: list[str] = []  # each move as it is compared with what is typed
        self._typed_choices: list[Node] = []
        self.typed = ""
        self.index = 0
        self._moved = False  # whether the highlight was moved since the last key typed
        self._fresh = True  # whether the highlight stands where it stands by itself
        self._last: tuple[Square, ...] = ()

    def offer(self, moves: Sequence[str], ways: Ways) -> None:
        """New moves. The same ones again (others have moved meanwhile) leave everything as it is.

        The same texts that concern other squares (a pawn for the next group) are other moves.
        """
        all_ways = {move: ways(move) for move in moves}
        if all_ways != self._ways:
            self._ways, self.moves = all_ways, list(moves)
            self.path = [grow(all_ways).only]
            self._plain = [_plain(move) for move in moves]
            self._restart("")

    def _restart(self, typed: str) -> None:
        self.typed, self.index, self._moved, self._fresh = typed, 0, False, True
        shown = [(move, self._ways[move][0][-1]) for move in self.matching()[:LISTED]] if typed else []
        self._typed_choices = [Node(whole, move, (whole,)) for move, whole in shown]

    # What there is

    @property
    def choices(self) -> list[Node]:
        """What can be chosen now: the next steps, or, while typing, the moves that begin so."""
        if self.typed:
            return self._typed_choices
        return list(self.path[-1].children.values()) or ([self.path[-1]] if self.path[-1].move else [])

    def matching(self) -> list[str]:
        start = _plain(self.typed)
        return [move for move, plain in zip(self.moves, self._plain, strict=True) if plain.startswith(start)]

    @property
    def highlighted(self) -> Node | None:
        choices = self.choices
        return choices[self.index] if self.index < len(choices) else None

    @property
    def move(self) -> str | None:
        """The whole move that is highlighted, if no step of it is left."""
        return self.highlighted.only.move if self.highlighted else None

    @property
    def steps(self) -> list[str]:
        """The steps that are done, or need not be asked."""
        node = self.path[-1]
        return [part.name for part in (node.trail if node.children else node.trail[:-1])]

    # Moving the highlight

    def step(self, by: int) -> None:
        """So many further in the list, around its ends."""
        if self.choices:
            self._highlight((self.index + by) % len(self.choices))

    def steer(self, direction: str, places: Mapping[Square, Place]) -> None:
        """To the nearest choice in that direction on the board; without one, on in the list."""
        spots = [place_of(node.part.aim, places) for node in self.choices]
        here = spots[self.index] if self.index < len(spots) else None
        down, right = DIRECTIONS[direction]
        if here is None:
            self.step(down + right)
            return
        costs = [(_cost(here, spot, down, right), number) for number, spot in enumerate(spots) if spot is not None]
        cost, nearest = min(costs)
        if cost < float("inf"):
            self._highlight(nearest)
        elif rest := [number for number, spot in enumerate(spots) if spot is None]:
            self._highlight(rest[0] if down + right > 0 else rest[-1])

    def point(self, index: int) -> None:
        """To a choice that was clicked."""
        if index < len(self.choices):
            self._highlight(index)

    def point_at(self, row: float, column: float, places: Mapping[Square, Place]) -> bool:
        """To the choice at a place on the board; False if there is none near it."""
        spots = [(place_of(node.part.aim, places), number) for number, node in enumerate(self.choices)]
        near = [(_far((row, column), spot), number) for spot, number in spots if spot is not None]
        distance, number = min(near, default=(float("inf"), 0))
        if distance > 4:
            return False
        self._highlight(number)
        return True

    def settle(self, places: Mapping[Square, Place]) -> bool:
        """Where the highlight has not been moved yet, put it near the last choice; False if it stays."""
        here = place_of(self._last, places)
        if not self._fresh or here is None:
            return False
        self._fresh = False
        spots = [(place_of(node.part.aim, places), number) for number, node in enumerate(self.choices)]
        near = [(_far(here, spot), number) for spot, number in spots if spot is not None]
        if not near or min(near)[1] == self.index:
            return False
        self.index = min(near)[1]
        return True

    def _highlight(self, index: int) -> None:
        self.index, self._moved, self._fresh = index, True, False
        if self.highlighted and self.highlighted.part.aim:
            self._last = self.highlighted.part.aim

    # Deciding

    def type(self, text: str) -> None:
        if text != self.typed:
            self._restart(text)

    def back(self) -> bool:
        """Undo the last step, or what was typed; False if there is nothing."""
        if self.typed:
            self._restart("")
        elif len(self.path) > 1:
            self.path.pop()
            self._restart("")
        else:
            return False
        return True

    def enter(self) -> str | None:
        """The move to be played; None if a further step is to be chosen now.

        While typing: what is typed, unless the highlight was moved or one move is left that begins so.
        """
        if self.typed:
            return self._typed_move()
        node = self.highlighted
        if node is None:
            return None
        node = node.only
        if node.move is None:
            self.path.append(node)
            self._restart("")
        return node.move

    def _typed_move(self) -> str:
        matching = self.matching()
        exact = [move for move in matching if _plain(move) == _plain(self.typed)]
        if exact and not self._moved:
            return exact[0]
        if self.highlighted and self.highlighted.move and (self._moved or len(matching) == 1):
            return self.highlighted.move
        return self.typed.strip()


def place_of(squares: tuple[Square, ...], places: Mapping[Square, Place]) -> Place | None:
    """The middle of squares on the board; None if one of them is not on it."""
    if not squares or any(square not in places for square in squares):
        return None
    rows, columns = zip(*(places[square] for square in squares), strict=True)
    return sum(rows) / len(rows), sum(columns) / len(columns)


def _far(one: Place, other: Place) -> float:
    """A row is twice as high as a column is wide."""
    return 2 * abs(one[0] - other[0]) + abs(one[1] - other[1])


def _cost(here: Place, there: Place, down: int, right: int) -> float:
    """How far it is in a direction; what lies aside is farther, what lies behind cannot be reached."""
    rows, columns = 2 * (there[0] - here[0]), there[1] - here[1]
    along, aside = (rows * down, abs(columns)) if down else (columns * right, abs(rows))
    return along + 3 * aside if along > 0.1 and aside <= 3 * along else float("inf")


def _plain(text: str) -> str:
    """Spaces and capitals make no difference to somebody who types."""
    return " ".join(text.lower().split())
