"""Many matches of one game side by side, as arrays: the environment for learning programs."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque import observing
from ludotheque.batching import stepping
from ludotheque.batching.numbers import action_count, keys_of, whole_numbers
from ludotheque.batching.observers import is_observed
from ludotheque.engine.chance import new_seed
from ludotheque.engine.crew import Crew
from ludotheque.errors import BadMove, BadSetup, IllegalAction, LudothequeError, NotYourTurn
from ludotheque.game import game
from ludotheque.games.spec import Options
from ludotheque.match import Start

#: Fewer matches are stepped sooner by one thread than another would come to help on a busy machine.
FEWEST_OF_A_THREAD = 1024


class Legal(NamedTuple):
    """The legal actions: of match `i` the first `counts[i]` of row `i`, ascending; then -1."""

    counts: NDArray[np.int64]
    actions: NDArray[np.int32]


class Ahead(NamedTuple):
    """What every legal action leads to: of match `i` from place `starts[i]` to `starts[i + 1]`."""

    starts: NDArray[np.int64]
    actions: NDArray[np.int64]
    states: NDArray[Any]
    ended: NDArray[np.bool_]


class Batch:
    """So many matches; `step` plays one action in each, and a match that ends makes room for a new one at once.

    The arrays are the batch's own and change with the next call of the method that wrote them: copy what you keep, and
    write to none of them. Everything depends on the seed alone, not on the number of threads.
    """

    #: The state records; the fields are those of the game's `state.py`.
    states: NDArray[Any]
    #: The seat to act in each match. Where several may act (the Domino 3D race) the first of them.
    to_act: NDArray[np.int64]
    #: The seats to act in each match, as bits.
    acting: NDArray[np.int64]
    #: The number of the match in each place; place `i` has numbers `i`, `i + size`, `i + 2 * size` and so on.
    numbers: NDArray[np.int64]
    #: Which matches ended in the last step.
    done: NDArray[np.bool_]
    #: Points of the matches that ended in the last step (matches, seats); 0 for the others.
    scores: NDArray[np.int64]
    #: Rewards likewise. The winners share the win: 1 for the only one, and the others lose what they gain.
    rewards: NDArray[np.float32]

    def __init__(self, start: Start, size: int, threads: int) -> None:
        self._start = start
        self._mode = start.mode
        self._stem = str(start.seed)
        rules, seats = start.mode.rules, start.seats
        self.states = np.zeros(size, rules.dtype)
        self.to_act, self.acting, self.numbers = (np.zeros(size, np.int64) for _ in range(3))
        self.numbers[:] = np.arange(size)
        self.done = np.zeros(size, np.bool_)
        self.scores = np.zeros((size, seats), np.int64)
        self.rewards = np.zeros((size, seats), np.float32)
        self._keys = np.zeros((size, 8), np.int64)
        self._write_keys(np.arange(size))
        self._seat, self._action, self._counts = (np.zeros(size, np.int64) for _ in range(3))
        self._actions = action_count(self.game)
        self._mask = np.zeros((size, self._actions or 0), np.bool_)
        # Untouched memory costs nothing: where there is room for thousands of moves few are listed.
        self._moves = np.zeros((size, rules.room), np.int32)
        #: How an observation lies in its row.
        self.layout = observing.layout(self.game, seats, start.options)
        self._observes = is_observed(rules.dtype)
        self._seen = np.zeros((size, self.layout.size), np.float32)
        self._faults = np.zeros(threads, np.int64)
        self._bounds = np.linspace(0, size, threads + 1).astype(int).tolist()
        self._crew = self._new_crew()
        self._crew.call(stepping.BEGIN)
        self._write_keys(np.arange(size), ahead=size)

    def _new_crew(self) -> Crew:
        rules = self._mode.rules
        options = np.array(self._mode.encode(self._start.options), np.int64)
        rows: tuple[NDArray[Any], ...] = (
            self._keys, np.zeros((len(self), 4), np.int64), self.acting, self.to_act, self._seat, self._action,
            self.done, self.scores, self.rewards, self._mask, self._counts, self._moves, self._seen,
        )  # fmt: skip
        serves: list[Callable[[NDArray[np.int64]], Any]] = []
        for number, (low, high) in enumerate(pairwise(self._bounds)):
            alone = np.zeros(1, rules.dtype), rules.scratch(), self._faults[number : number + 1]
            stretch = [array[low:high] for array in rows]
            serves.append(partial(stepping.serve, self.states[low:high], *alone, self.seats, options, *stretch))
        return Crew(serves)

    def _write_keys(self, places: NDArray[np.int64], ahead: int = 0) -> None:
        """Have the keys ready of the matches in these places, or of those so many numbers ahead."""
        self._keys[places] = keys_of([self._seed_of(number + ahead) for number in self.numbers[places].tolist()])

    # What it is

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
    def actions(self) -> int | None:
        """Actions are numbers below this; None where there are too many of them for a mask."""
        return self._actions

    def seed(self, place: int) -> str:
        """The seed of the match in that place: `game.start` with it deals the same match."""
        return self._seed_of(int(self.numbers[place]))

    def _seed_of(self, number: int) -> str:
        return f"{self._stem} {number}"

    def text(self, action: int) -> str:
        """An action as the text of the move. BadMove: it is none."""
        try:
            move = self._mode.text(int(action))
            known = self._mode.parse(move) == action
        except (LookupError, ValueError, TypeError, LudothequeError):
            known = False
        if not known:
            raise BadMove(f"{action!r} is not an action of {self._start.spec.title}")
        return move

    def action(self, move: str) -> int:
        """The action of a move's text."""
        return self._mode.parse(move)

    # What may be done

    def legal_mask(self, seats: ArrayLike | None = None) -> NDArray[np.bool_]:
        """True for every legal action (matches, actions) of the seat to act, or of the given seats."""
        if self.actions is None:
            raise BadSetup(f"{self.game} has too many actions for a mask: ask for legal_lists()")
        self._take_seats(seats)
        self._crew.call(stepping.MARK)
        return self._mask

    def legal_lists(self, seats: ArrayLike | None = None) -> Legal:
        """The legal actions of the seat to act, or of the given seats."""
        self._take_seats(seats)
        self._crew.call(stepping.LIST)
        moves = self._moves[:, : self._counts.max()]
        moves[np.arange(moves.shape[1]) >= self._counts[:, None]] = -1
        return Legal(self._counts, moves)

    def random_actions(self, seats: ArrayLike | None = None) -> NDArray[np.int64]:
        """A legal action for each match, all equally likely; -1 for a seat that has none."""
        self._take_seats(seats)
        self._crew.call(stepping.CHOOSE)
        return self._action

    # What may be known

    def observe(self, seats: ArrayLike | None = None) -> NDArray[np.float32]:
        """What the seat to act, or the given seats, may know: (matches, numbers), as `layout` tells.

        Compiled for Keks; of the other games every view is read in Python, which takes about a millisecond a match.
        """
        self._take_seats(seats)
        if self._observes:
            self._crew.call(stepping.OBSERVE)
        else:
            self._read_views()
        return self._seen

    def _read_views(self) -> None:
        self._seen[:] = 0.0
        for place, seat in enumerate(self._seat.tolist()):
            view = self._mode.view(self.states[place], seat)
            observing.fill(self.game, view, seat, self.layout.split(self._seen[place]))

    def look_ahead(self) -> Ahead:
        """Play every legal action of every match on copies. Only where that gives nothing hidden away."""
        if self._mode.secret:
            raise BadSetup(f"{self.game} has hidden parts or chance to come: looking ahead would tell them")
        counts, moves = self.legal_lists()
        starts = np.concatenate([[0], np.cumsum(counts)])
        states, ended = np.empty(starts[-1], self.states.dtype), np.empty(starts[-1], np.bool_)
        stepping.play_each(self.states, self._seat, starts, moves, states, ended)
        return Ahead(starts, moves[moves >= 0].astype(np.int64), states, ended)

    # Playing

    def step(self, actions: ArrayLike, seats: ArrayLike | None = None) -> None:
        """Play one action in each match, for the seat to act or for the given seats.

        BadMove, IllegalAction, NotYourTurn name the first match that is wrong; then nothing is played in any.
        """
        given = whole_numbers("actions", actions, len(self))
        self._take_seats(seats)
        self._action[:] = given
        self._crew.call(stepping.CHECK)
        for low, fault in zip(self._bounds, self._faults.tolist(), strict=False):
            if fault != stepping.NO_FAULT:
                self._refuse(low + fault)
        self._crew.call(stepping.STEP)
        ended = np.flatnonzero(self.done)
        self.numbers[ended] += len(self)
        self._write_keys(ended, ahead=len(self))

    def _take_seats(self, seats: ArrayLike | None) -> None:
        if seats is None:
            self._seat[:] = self.to_act
            return
        given = whole_numbers("seats", seats, len(self))
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
    """Deal so many matches of a game. Without `threads` all cores, if the batch is large enough to need them.

    The first batch of a game compiles what it needs: some seconds, this once.
    """
    for what, number in (("size", size), ("threads", 1 if threads is None else threads)):
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise BadSetup(f"{what} is a whole number from 1, not {number!r}")
    start = game(name).plan(seats, new_seed() if seed is None else seed, options)
    if threads is None:
        threads = min(os.cpu_count() or 1, max(1, size // FEWEST_OF_A_THREAD))
    return Batch(start, size, min(threads, size))
