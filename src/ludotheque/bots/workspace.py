"""The memory of one search thread beside its tree: settings, scratch arrays, random numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.knowledge import Knowledge
from ludotheque.engine.rules import Rules

#: The most seats of a match that is searched.
MAX_SEATS = 6
#: The longest path from the root; a longer one ends in a playout. No match that is searched has as many moves.
MAX_DEPTH = 400
#: The most parameters that a game's knowledge has.
MAX_TUNING = 24_000

#: The result of a match between several is `WIN_VALUE` for winning and `EVEN_LEAD_VALUE * (1 + lead)` for the lead from
#: -1 to 1. That of a solo match is 1 from `PERFECT_MARGINS` times the settings' margin.
WIN_VALUE, EVEN_LEAD_VALUE, PERFECT_MARGINS = 0.9, 0.05, 4.0

#: The settings that compiled code reads; see `SearchSettings`.
SETTINGS = np.dtype(
    [
        ("exploration", np.float64),
        ("first_width", np.float64),
        ("widening", np.float64),
        ("playout_moves", np.int64),
        ("value_weight", np.float64),
        ("use_knowledge", np.int64),
        ("margin", np.float64),
    ],
    align=True,
)


@dataclass(frozen=True)
class SearchSettings:
    """The parameters of a tree search. `Knowledge.settings` overrides them unless `use_knowledge` is false."""

    #: The exploration constant of PUCT.
    exploration: float = 1.0
    #: Progressive widening: a node opens `first_width + widening * sqrt(visits)` children.
    first_width: float = 1e9
    widening: float = 0.0
    #: A playout is cut off after this many moves and evaluated by `value`; -1: never.
    playout_moves: int = -1
    #: The weight of `value` in a leaf's result; the rest is the playout's.
    value_weight: float = 0.0
    #: False: plain UCT, with no knowledge but the rules.
    use_knowledge: bool = True
    #: The lead, in points, that counts as a clear win.
    margin: float = 10.0
    #: One tree per thread.
    threads: int = 2
    #: Of each thread; a node takes 52 bytes.
    nodes: int = 1_000_000
    #: Ask the game's endgame solver first.
    use_solver: bool = False

    def for_game(self, known: Knowledge) -> SearchSettings:
        """Return these settings, with those that suit the game."""
        return replace(self, **known.settings) if self.use_knowledge else self  # type: ignore[arg-type]  # names are checked at run time


def perfect_score(known: Knowledge) -> float:
    """Return the points of a solo match that a search evaluates as 1."""
    return PERFECT_MARGINS * SearchSettings().for_game(known).margin


def new_workspace(rules: Rules, settings: SearchSettings, tuning: tuple[float, ...]) -> NDArray[Any]:
    """Make an array of one record. A field of it costs no reference count in compiled code; an array does."""
    fields = [
        ("moves", np.int32, (rules.max_actions,)),
        ("weights", np.float64, (rules.max_actions,)),
        ("taken", np.int8, (rules.max_actions,)),
        ("picks", np.int64, (4,)),
        ("path", np.int32, (MAX_DEPTH + 1,)),
        ("results", np.float64, (MAX_SEATS,)),
        ("tuning", np.float64, (MAX_TUNING,)),
        ("settings", SETTINGS),
        ("used", np.int64),  # nodes of the tree
    ]
    workspace: NDArray[Any] = np.zeros(1, np.dtype((np.record, np.dtype(fields, align=True))))
    for name in SETTINGS.names or ():
        workspace[0].settings[name] = getattr(settings, name)
    workspace[0].tuning[: len(tuning)] = tuning
    return workspace
