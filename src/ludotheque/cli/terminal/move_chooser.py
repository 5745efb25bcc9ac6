"""Choosing a move, step by step with the arrow keys or by typing. Knows nothing of the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludotheque.terminal.canvas import Place, Square
from ludotheque.terminal.display import MoveStep, MoveSteps

Paths = Callable[[str], list[MoveSteps]]
#: How many moves are listed while typing; nobody reads a longer list.
LISTED = 200
TOKEN = re.compile(r"([a-zA-Z]+)|((?<!\d)-?\d+|\d+)")
#: Rows and columns that an arrow key goes.
DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
#: How far from a click a choice may lie.
NEAR = 4


@dataclass
class Node:
    """A step of one or more moves: either the last one, or with the steps that may follow."""

    step: MoveStep
    move: str | None = None
    #: All steps up to this one.
    trail: MoveSteps = ()
    children: dict[str, Node] = field(default_factory=dict)

    @property
    def only(self) -> Node:
        """The next node with a decision to make: steps without an alternative are skipped."""
        node = self
        while len(node.children) == 1:
            node = next(iter(node.children.values()))
        return node


def tree_of(paths: Mapping[str, list[MoveSteps]]) -> Node:
    """Return all moves as a tree of their steps. A move with several paths is in it several times."""
    root = Node(MoveStep(""))
    for move, paths_of_move in paths.items():
        for path in paths_of_move:
            node = root
            for step in path:
                if step.name not in node.children:
                    node.children[step.name] = Node(step, trail=(*node.trail, step))
                node = node.children[step.name]
            node.move = move
    if any(child.children for child in root.children.values()):
        # The order of whole moves means nothing to somebody who looks for a first step.
        root.children = dict(sorted(root.children.items(), key=lambda child: _order(child[0])))
    return root


def _order(name: str) -> tuple[bool, list[tuple[str, int]]]:
    """Sort by letters and whole numbers, words last. The `-` of `2-8` is no sign."""
    tokens = [(letters.lower(), int(number or 0)) for letters, number in TOKEN.findall(name)]
    return not any(map(str.isdigit, name)), tokens


class MoveChooser:
    """The moves on offer, the steps taken so far, the text typed, and which choice is highlighted."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.path: list[Node] = [Node(MoveStep(""))]
        self._paths: dict[str, list[MoveSteps]] = {}
        self._normalized: list[str] = []  # each move as it is compared with the text typed
        self._typed_choices: list[Node] = []
        self.typed = ""
        self.index = 0
        self._moved = False  # whether the highlight was moved since the last key was typed
        self._untouched = True  # whether the highlight is where it was put by default
        self._last_aim: tuple[Square, ...] = ()

    def offer(self, moves: Sequence[str], paths: Paths) -> None:
        """Offer new moves. The same ones again (others have moved meanwhile) change nothing.

        Moves with the same texts but other squares (the same answer to another question) are new.
        """
        all_paths = {move: paths(move) for move in moves}
        if all_paths != self._paths:
            self._paths, self.moves = all_paths, list(moves)
            self.path = [tree_of(all_paths).only]
            self._normalized = [_normalized(move) for move in moves]
            self._restart("")

    def _restart(self, typed: str) -> None:
        self.typed, self.index, self._moved, self._untouched = typed, 0, False, True
        shown = [(move, self._paths[move][0][-1]) for move in self.matching()[:LISTED]] if typed else []
        self._typed_choices = [Node(last, move, (last,)) for move, last in shown]

    # What can be chosen

    @property
    def choices(self) -> list[Node]:
        """The next steps; while typing, the moves that begin with the text."""
        if self.typed:
            return self._typed_choices
        return list(self.path[-1].children.values()) or ([self.path[-1]] if self.path[-1].move else [])

    def matching(self) -> list[str]:
        start = _normalized(self.typed)
        return [move for move, text in zip(self.moves, self._normalized, strict=True) if text.startswith(start)]

    @property
    def highlighted(self) -> Node | None:
        choices = self.choices
        return choices[self.index] if self.index < len(choices) else None

    @property
    def move(self) -> str | None:
        """The highlighted move, if it is complete."""
        return self.highlighted.only.move if self.highlighted else None

    @property
    def steps(self) -> list[str]:
        """The steps that have been chosen or had no alternative."""
        node = self.path[-1]
        return [step.name for step in (node.trail if node.children else node.trail[:-1])]

    # Moving the highlight

    def advance(self, by: int) -> None:
        """Move the highlight along the list, wrapping around at its ends."""
        if self.choices:
            self._highlight((self.index + by) % len(self.choices))

    def steer(self, direction: str, places: Mapping[Square, Place]) -> None:
        """Go to the nearest choice in a direction on the board; if it lies nowhere, along the list."""
        spots = [place_of(node.step.aim, places) for node in self.choices]
        here = spots[self.index] if self.index < len(spots) else None
        down, right = DIRECTIONS[direction]
        if here is None:
            self.advance(down + right)
            return
        costs = [(_cost(here, spot, down, right), number) for number, spot in enumerate(spots) if spot is not None]
        cost, nearest = min(costs)
        if cost < float("inf"):
            self._highlight(nearest)
        elif rest := [number for number, spot in enumerate(spots) if spot is None]:
            self._highlight(rest[0] if down + right > 0 else rest[-1])

    def point(self, index: int) -> None:
        """Highlight a choice by its index in the list."""
        if index < len(self.choices):
            self._highlight(index)

    def point_at(self, row: float, column: float, places: Mapping[Square, Place]) -> bool:
        """Go to the choice at a place on the board; False if there is none near it."""
        near = self._distances((row, column), places)
        distance, number = min(near, default=(float("inf"), 0))
        if distance > NEAR:
            return False
        self._highlight(number)
        return True

    def settle(self, places: Mapping[Square, Place]) -> bool:
        """Put a highlight that nobody has moved near the last choice; False if it stays."""
        here = place_of(self._last_aim, places)
        if not self._untouched or here is None:
            return False
        self._untouched = False
        near = self._distances(here, places)
        if not near or min(near)[1] == self.index:
            return False
        self.index = min(near)[1]
        return True

    def _distances(self, here: Place, places: Mapping[Square, Place]) -> list[tuple[float, int]]:
        spots = [(place_of(node.step.aim, places), number) for number, node in enumerate(self.choices)]
        return [(_distance(here, spot), number) for spot, number in spots if spot is not None]

    def _highlight(self, index: int) -> None:
        self.index, self._moved, self._untouched = index, True, False
        if self.highlighted and self.highlighted.step.aim:
            self._last_aim = self.highlighted.step.aim

    # Deciding

    def type(self, text: str) -> None:
        if text != self.typed:
            self._restart(text)

    def back(self) -> bool:
        """Drop the text typed, or else the last step; False if there is neither."""
        if self.typed:
            self._restart("")
        elif len(self.path) > 1:
            self.path.pop()
            self._restart("")
        else:
            return False
        return True

    def enter(self) -> str | None:
        """Return the move to play, or None if another step has to be chosen first.

        While typing it is the text typed, unless the highlight was moved or only one move begins with the text.
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
        exact = [move for move in matching if _normalized(move) == _normalized(self.typed)]
        if exact and not self._moved:
            return exact[0]
        if self.highlighted and self.highlighted.move and (self._moved or len(matching) == 1):
            return self.highlighted.move
        return self.typed.strip()


def place_of(squares: tuple[Square, ...], places: Mapping[Square, Place]) -> Place | None:
    """Return the middle of squares on the board, or None if one of them is not on it."""
    if not squares or any(square not in places for square in squares):
        return None
    rows, columns = zip(*(places[square] for square in squares), strict=True)
    return sum(rows) / len(rows), sum(columns) / len(columns)


def _distance(one: Place, other: Place) -> float:
    """In columns; a row is twice as high as a column is wide."""
    return 2 * abs(one[0] - other[0]) + abs(one[1] - other[1])


def _cost(here: Place, there: Place, down: int, right: int) -> float:
    """Return how far a place lies in a direction: sideways counts three times, behind is out of reach."""
    rows, columns = 2 * (there[0] - here[0]), there[1] - here[1]
    along, sideways = (rows * down, abs(columns)) if down else (columns * right, abs(rows))
    return along + 3 * sideways if along > 0.1 and sideways <= 3 * along else float("inf")


def _normalized(text: str) -> str:
    """Ignore capitals and extra spaces."""
    return " ".join(text.lower().split())
