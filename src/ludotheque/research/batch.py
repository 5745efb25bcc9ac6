"""Many matches of one game side by side, as arrays: the environment for learning programs."""

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
from ludotheque.engine.observation import is_observed
from ludotheque.engine.threads import ThreadTeam
from ludotheque.errors import BadMove, BadSetup, IllegalAction, LudothequeError, NotYourTurn
from ludotheque.games.spec import Options
from ludotheque.match import Match, Start
from ludotheque.research import observations, stepping
from ludotheque.research.arguments import action_count, count_of, whole_numbers

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
        rules, seats = start.mode.rules, start.seats
        self._states = np.zeros(size + 1, rules.dtype)  # and a blank one
        self.states = self._states[:size]
        self._desk = np.zeros((stepping.DESK, size), np.int64)
        # In the order of the desk's rows.
        rows: list[NDArray[np.int64]] = list(self._desk[: stepping.PICKS])
        self.acting, self.to_act, self.numbers, self._seat, self._action, self._counts = rows
        self.numbers[:] = np.arange(size)
        self.done = np.zeros(size, np.bool_)
        self.scores = np.zeros((size, seats), np.int64)
        self.rewards = np.zeros((size, seats), np.float32)
        self._actions = action_count(self.game)
        self._mask = np.zeros((size, self._actions or 0), np.bool_)
        # Untouched memory costs nothing: where there is room for thousands of moves few are listed.
        self._moves = np.zeros((size, rules.max_actions), np.int32)
        #: How an observation lies in its row.
        self.layout = observations.layout(self.game, seats, start.options)
        self._observes = is_observed(rules.dtype)
        self._seen = np.zeros((size, self.layout.size), np.float32)
        self._settings = np.zeros((threads, stepping.SETTINGS), np.int64)
        self._team = self._new_team()
        self._team.call(stepping.BEGIN)

    def _new_team(self) -> ThreadTeam:
        """A stretch of the matches for each thread."""
        rules, size = self._mode.rules, len(self)
        rows = self._desk, self.done, self.scores, self.rewards, self._mask, self._moves, self._seen
        at = np.array([part.start for part in self.layout.slices.values()], np.int64)
        options, key = np.array(self._mode.encode(self._start.options), np.int64), key_of(self._start.seed)
        bounds = np.linspace(0, size, len(self._settings) + 1).astype(int).tolist()
        for own, (low, high) in zip(self._settings, pairwise(bounds), strict=True):
            own[:] = self.seats, low, high, size, stepping.NO_FAULT
        return ThreadTeam(
            [
                partial(stepping.serve, self._states, rules.scratch(), *rows, at, options, key, own)
                for own in self._settings
            ]
        )

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
    def secret(self) -> bool:
        """Whether something is hidden from a seat, or chance goes on after the deal."""
        return self._mode.secret

    @property
    def actions(self) -> int | None:
        """Actions are numbers below this; None where there are too many of them for a mask."""
        return self._actions

    @property
    def seed(self) -> str | int:
        """The seed of all its matches, which `numbers` tell apart."""
        return self._start.seed

    def start(self, place: int) -> Match:
        """Deal the match in that place again, as a single match before its first move. BadSetup: no such place."""
        if isinstance(place, bool) or not isinstance(place, (int, np.integer)) or not 0 <= place < len(self):
            raise BadSetup(f"a place is a whole number from 0 to {len(self) - 1}, not {place!r}")
        return game(self.game).start(self.seats, self.seed, self._start.options, int(self.numbers[place]))

    def text(self, action: int) -> str:
        """An action as the text of the move. BadMove: it is none."""
        try:
            move = self._mode.text(index(action))
            known = not isinstance(action, bool) and self._mode.parse(move) == action
        except (LookupError, ValueError, TypeError, LudothequeError):
            known = False
        if not known:
            raise BadMove(f"{action!r} is not an action of {self._start.spec.title}")
        return move

    def action(self, move: str) -> int:
        """The action of a move's text."""
        if not isinstance(move, str):
            raise BadMove(f"a move is a text, not {move!r}")
        return self._mode.parse(move)

    # What may be done

    def legal_mask(self, seats: ArrayLike | None = None) -> NDArray[np.bool_]:
        """True for every legal action (matches, actions) of the seat to act, or of the given seats."""
        if self.actions is None:
            raise BadSetup(f"{self.game} has too many actions for a mask: ask for legal_lists()")
        self._take_seats(seats)
        self._team.call(stepping.MARK)
        return self._mask

    def legal_lists(self, seats: ArrayLike | None = None) -> Legal:
        """The legal actions of the seat to act, or of the given seats."""
        self._take_seats(seats)
        self._team.call(stepping.LIST)
        moves = self._moves[:, : self._counts.max()]
        moves[np.arange(moves.shape[1]) >= self._counts[:, None]] = -1
        return Legal(self._counts, moves)

    def random_actions(self, seats: ArrayLike | None = None) -> NDArray[np.int64]:
        """A legal action for each match, all equally likely; -1 for a seat that has none."""
        self._take_seats(seats)
        self._team.call(stepping.CHOOSE)
        return self._action

    # What may be known

    def observe(self, seats: ArrayLike | None = None) -> NDArray[np.float32]:
        """What the seat to act, or the given seats, may know: (matches, numbers), as `layout` tells.

        Compiled for every game of the house; of one that is added, and has no observer yet, the views are read.
        """
        self._take_seats(seats)
        if self._observes:
            self._team.call(stepping.OBSERVE)
        else:
            self._read_views()
        return self._seen

    def _read_views(self) -> None:
        self._seen[:] = 0.0
        for place, seat in enumerate(self._seat.tolist()):
            view = self._mode.view(self.states[place], seat)
            observations.fill(self._mode, view, seat, self.layout.split(self._seen[place]))

    def look_ahead(self) -> Ahead:
        """Play every legal action of every match on copies. Only where that gives nothing hidden away."""
        if self.secret:
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
        alone = len(self._settings) == 1
        self._team.call(stepping.CHECK_AND_STEP if alone else stepping.CHECK)
        for fault in self._settings[:, stepping.FAULT].tolist():
            if fault != stepping.NO_FAULT:
                self._refuse(fault)
        if not alone:  # no thread may step before all have checked
            self._team.call(stepping.STEP)

    def random_steps(self, steps: int = 1) -> None:
        """Play so many random moves in each match, in one call: the same as `step(random_actions())` so many times.

        What ended is told of the last move alone; `numbers` tell how many matches have gone by.
        """
        self._team.call(stepping.PLAY + count_of("steps", steps))

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

    The first batch of a game compiles what it needs, this once, unless `ludotheque compile` has done so.
    """
    size = count_of("size", size)
    start = game(name).plan(seats, seed, options)
    usual = min(os.cpu_count() or 1, max(1, size // FEWEST_OF_A_THREAD))
    return Batch(start, size, min(size, usual if threads is None else count_of("threads", threads)))
