"""Many matches of one game as arrays, stepped together: the environment for learning programs."""

from __future__ import annotations

import os
from functools import partial
from itertools import pairwise
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.catalogue import game
from ludotheque.engine.chance import key_of
from ludotheque.engine.layout import Layout
from ludotheque.engine.observation import Observation
from ludotheque.engine.threads import ThreadTeam
from ludotheque.errors import BadMove, BadSetup, IllegalAction, LudothequeError, NotYourTurn
from ludotheque.games.spec import Options
from ludotheque.match import Match
from ludotheque.research import stepping
from ludotheque.research.arguments import check_count, check_vector
from ludotheque.research.declarations import action_space, declared, observer
from ludotheque.start import MatchStart

#: With fewer matches for each, waking another thread takes longer than it saves.
MATCHES_PER_THREAD = 1024
#: A mask of more actions than this would be mostly zeros: lists are smaller and faster.
MAX_MASK = 10_000


class Legal(NamedTuple):
    """Legal actions: match `i` has the first `counts[i]` of row `i`, ascending; -1 fills the rest."""

    counts: NDArray[np.int64]
    actions: NDArray[np.int32]


class Ahead(NamedTuple):
    """The states after every legal action: those of match `i` are at `starts[i]` to `starts[i + 1] - 1`."""

    starts: NDArray[np.int64]
    actions: NDArray[np.int64]
    states: NDArray[Any]
    ended: NDArray[np.bool_]


class Batch:
    """Matches of one game. `step` plays one action in each; a match that ends is replaced by a new one at once.

    The arrays belong to the batch and change with the next call of the method that wrote them: copy what you keep, and
    do not write to them. Everything depends on the seed alone, not on the number of threads.
    """

    #: The state records, with the fields of the game's `rules/state.py`.
    states: NDArray[Any]
    #: The seat to act in each match; the first one where several may act.
    to_act: NDArray[np.int64]
    #: The seats to act in each match, as bits.
    acting: NDArray[np.int64]
    #: The number of the match in each place; place `i` has numbers `i`, `i + size`, `i + 2 * size` and so on.
    numbers: NDArray[np.int64]
    #: Whether each match ended in the last step.
    done: NDArray[np.bool_]
    #: Final scores of the matches that ended in the last step (matches, seats); 0 for the others.
    scores: NDArray[np.int64]
    #: Their rewards, as `ludotheque.research.rewards` defines them; 0 for the others.
    rewards: NDArray[np.float32]

    def __init__(self, start: MatchStart, size: int, threads: int) -> None:
        self._start = start
        self._mode = start.mode
        rules, seats = start.mode.rules, start.seats
        self._states = np.zeros(size + 1, rules.dtype)  # the last one stays blank
        self.states = self._states[:size]
        self._vectors = np.zeros((stepping.VECTORS, size), np.int64)
        rows: list[NDArray[np.int64]] = list(self._vectors[: stepping.PICKS])
        self.acting, self.to_act, self.numbers, self._seat, self._action, self._counts = rows
        self.numbers[:] = np.arange(size)
        self.done = np.zeros(size, np.bool_)
        self.scores = np.zeros((size, seats), np.int64)
        self.rewards = np.zeros((size, seats), np.float32)
        self._mask = np.zeros((size, self.actions or 0), np.bool_)
        # Only the pages that are written take memory: most positions have far fewer legal actions than the most.
        self._moves = np.zeros((size, rules.max_actions), np.int32)
        self._layout = self._find_layout()
        self._observations = np.zeros((size, self._layout.size), np.float32)
        self._settings = np.zeros((threads, stepping.SETTINGS), np.int64)
        self._team = self._new_team()
        self._team.call(stepping.BEGIN)

    def _find_layout(self) -> Layout:
        """Return the layout; an empty one where the game has no observations, so that the rest still works."""
        return self.layout if self.observes else Layout(())

    def _new_team(self) -> ThreadTeam:
        """Give each thread a section of the matches."""
        arrays = (
            self._vectors, self.done, self.scores, self.rewards, self._mask, self._moves, self._observations,
            self._layout.offsets,
        )  # fmt: skip
        options, key = self._start.encoded_options, key_of(self._start.seed)
        bounds = np.linspace(0, len(self), len(self._settings) + 1).astype(int).tolist()
        for settings, (low, high) in zip(self._settings, pairwise(bounds), strict=True):
            settings[:] = self.seats, low, high, len(self), stepping.ALL_LEGAL
        return ThreadTeam(
            [
                partial(stepping.serve, self._states, self._mode.rules.scratch(), *arrays, options, key, settings)
                for settings in self._settings
            ]
        )

    # Properties

    def __len__(self) -> int:
        return len(self.states)

    @property
    def game(self) -> str:
        return self._start.spec.name

    @property
    def seats(self) -> int:
        return self._start.seats

    @property
    def options(self) -> Options:
        return dict(self._start.options)

    @property
    def uncertain(self) -> bool:
        """Whether something is hidden from a seat, or chance continues after the deal."""
        return self._mode.uncertain

    @property
    def actions(self) -> int | None:
        """Actions are numbers below this; None where there are too many for a mask."""
        space = action_space(self._mode)
        return space.count if space.renumber is None and space.count <= MAX_MASK else None

    @property
    def observes(self) -> bool:
        """Whether this game has observations: its own, or the default where nothing is hidden."""
        return declared(self._mode) is not None or not self._mode.uncertain

    @property
    def layout(self) -> Layout:
        """The layout of `observe`. Raises BadSetup if this game has no observations."""
        return observer(self._mode).layout(self.seats)

    @property
    def seed(self) -> str | int:
        """The seed of all its matches; `numbers` tells them apart."""
        return self._start.seed

    def start(self, place: int) -> Match:
        """Deal the match in that place again, as a single match before its first move.

        Raises BadSetup if there is no such place.
        """
        if isinstance(place, bool) or not isinstance(place, (int, np.integer)) or not 0 <= place < len(self):
            raise BadSetup(f"a place must be an integer from 0 to {len(self) - 1}, not {place!r}")
        return game(self.game).start(self.seats, self.seed, self._start.options, int(self.numbers[place]))

    def text(self, action: int) -> str:
        """Return the text of an action. Raises BadMove if there is no such action."""
        try:
            move = self._mode.text(index(action))
            known = not isinstance(action, bool) and self._mode.parse(move) == action
        except (LookupError, ValueError, TypeError, LudothequeError):
            known = False
        if not known:
            raise BadMove(f"{action!r} is not an action of {self._start.spec.title}")
        return move

    def action(self, move: str) -> int:
        """Return the action of a move's text."""
        if not isinstance(move, str):
            raise BadMove(f"a move is a text, not {move!r}")
        return self._mode.parse(move)

    # Legal actions

    def legal_mask(self, seats: ArrayLike | None = None) -> NDArray[np.bool_]:
        """Return True for each legal action of the seats to act, or of the given seats: (matches, actions)."""
        if self.actions is None:
            raise BadSetup(f"{self.game} has too many actions for a mask: use legal_lists()")
        self._take_seats(seats)
        self._team.call(stepping.MARK)
        return self._mask

    def legal_lists(self, seats: ArrayLike | None = None) -> Legal:
        """Return the legal actions of the seats to act, or of the given seats."""
        self._take_seats(seats)
        self._team.call(stepping.LIST)
        moves = self._moves[:, : self._counts.max()]
        moves[np.arange(moves.shape[1]) >= self._counts[:, None]] = -1
        return Legal(self._counts, moves)

    def random_actions(self, seats: ArrayLike | None = None) -> NDArray[np.int64]:
        """Return a random legal action for each match, all equally likely; -1 for a seat that has none."""
        self._take_seats(seats)
        self._team.call(stepping.CHOOSE)
        return self._action

    # Observations

    def observe(self, seats: ArrayLike | None = None) -> NDArray[np.float32]:
        """Return what the seats to act, or the given seats, know: (matches, numbers), in the order of `layout`.

        Raises BadSetup if this game has no observations.
        """
        source = observer(self._mode)
        self._take_seats(seats)
        if isinstance(source, Observation):
            self._team.call(stepping.OBSERVE)
        else:
            source.fill(self._layout, self.states, self._seat, self._observations)
        return self._observations

    def look_ahead(self) -> Ahead:
        """Play every legal action of every match on copies. Raises BadSetup if that would reveal what is hidden."""
        if self.uncertain:
            raise BadSetup(f"{self.game} has hidden parts or chance to come, which looking ahead would reveal")
        counts, moves = self.legal_lists()
        starts = np.concatenate([[0], np.cumsum(counts)])
        states, ended = np.empty(starts[-1], self.states.dtype), np.empty(starts[-1], np.bool_)
        # Not the part `moves`: its memory layout varies, and each layout would be compiled by itself.
        stepping.play_each(self.states, self._seat, starts, self._moves, states, ended)
        return Ahead(starts, moves[moves >= 0].astype(np.int64), states, ended)

    # Playing

    def step(self, actions: ArrayLike, seats: ArrayLike | None = None) -> None:
        """Play one action in each match, for the seats to act or for the given seats.

        Raises BadMove, IllegalAction or NotYourTurn, which name the first wrong action's match; then none has changed.
        """
        given = check_vector("actions", actions, len(self))
        self._take_seats(seats)
        self._action[:] = given
        alone = len(self._settings) == 1
        self._team.call(stepping.CHECK_AND_STEP if alone else stepping.CHECK)
        for place in self._settings[:, stepping.FIRST_ILLEGAL].tolist():
            if place != stepping.ALL_LEGAL:
                self._refuse(place)
        if not alone:  # no thread may step before all have checked
            self._team.call(stepping.STEP)

    def random_steps(self, steps: int = 1) -> None:
        """Play `steps` random moves in each match: the same as calling `step(random_actions())` that often.

        `done`, `scores` and `rewards` are those of the last move; `numbers` shows how many matches have ended.
        """
        self._team.call(stepping.PLAY + check_count("steps", steps))

    def _take_seats(self, seats: ArrayLike | None) -> None:
        if seats is None:
            self._seat[:] = self.to_act
            return
        given = check_vector("seats", seats, len(self))
        wrong = np.flatnonzero((given < 0) | (given >= self.seats))
        if len(wrong):
            raise BadSetup(f"match {wrong[0]}: there is no seat {given[wrong[0]]}; the seats are 0 to {self.seats - 1}")
        self._seat[:] = given

    def _refuse(self, place: int) -> None:
        seat, action = int(self._seat[place]), int(self._action[place])
        if not self.acting[place] >> seat & 1:
            raise NotYourTurn(f"match {place}: seat {seat} may not move now; seat {self.to_act[place]} may")
        try:
            move = self.text(action)
        except BadMove as error:
            raise BadMove(f"match {place}: {error}") from None
        refusal = self._mode.refuse(self.states[place], seat, action)
        sentence = self._start.spec.sentence_of("refusals", refusal.key, refusal.params)
        raise IllegalAction(place, action, move, refusal, sentence)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} matches of {self.game}, {self.seats} seats>"


def batch(
    name: str,
    size: int,
    seats: int | None = None,
    seed: str | int | None = None,
    options: Options | None = None,
    threads: int | None = None,
) -> Batch:
    """Deal `size` matches of a game. By default it uses all cores if the batch is large enough to need them.

    The first batch of a game compiles its code, once, unless `ludotheque compile` has done so.
    """
    size = check_count("size", size)
    start = game(name).plan(seats, seed, options)
    usual = min(os.cpu_count() or 1, max(1, size // MATCHES_PER_THREAD))
    return Batch(start, size, min(size, usual if threads is None else check_count("threads", threads)))
