"""A match: one playing of a game. Every move goes through it and is checked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludotheque import raster
from ludotheque.engine import calls
from ludotheque.engine.chance import key_of
from ludotheque.engine.rules import Rules
from ludotheque.errors import (
    BadMove,
    BadSetup,
    IllegalMove,
    MatchOver,
    NothingToUndo,
    NotYourTurn,
    Refusal,
)
from ludotheque.games.spec import Json, Mode, Options, Spec, winners_of
from ludotheque.seeds import check_seed
from ludotheque.start import MatchStart
from ludotheque.svg import text_picture

Move = tuple[int, str]


class PictureModule(Protocol):
    """A game's `picture.py`. It draws a view and nothing else, so it shows only what the viewer may know."""

    def draw(self, view: Json, options: Options, names: Sequence[str]) -> str: ...


class Match:
    """A match. Only `play` and `undo` change it; only `view` and `events` tell a seat what it may know."""

    def __init__(self, start: MatchStart, states: NDArray[Any]) -> None:
        """Take over a freshly dealt or restored position (an array of one record)."""
        self._start = start
        self._first = states
        self._states = states.copy()
        self._scratch = start.mode.rules.scratch()
        self._seats: list[int] = []
        self._actions: list[int] = []
        self._earlier: list[Move] = []  # before a re-deal
        self._history: list[Move] = []
        self._earlier_events: list[list[Json]] = []
        self._events = [[{"event": "set_up"}] if start.position else start.mode.deal(states[0])]
        self._set_acting(calls.acting(self._states, 0))

    def _set_acting(self, acting: int) -> None:
        """Drop what is cached about the position before. `acting`: the seats that may move now, as bits."""
        self._acting = acting = int(acting)
        self._to_act = tuple([seat for seat in range(self._start.seats) if acting >> seat & 1])
        self._legal: dict[int, NDArray[np.int32]] = {}
        self._legal_lists: dict[int, list[int]] = {}

    # What it is

    @property
    def game(self) -> str:
        return self._start.spec.name

    @property
    def spec(self) -> Spec:
        return self._start.spec

    @property
    def seats(self) -> int:
        return self._start.seats

    @property
    def options(self) -> Options:
        return dict(self._start.options)

    @property
    def uncertain(self) -> bool:
        """Whether something is hidden from a seat, or chance plays a part after the deal."""
        return self._start.mode.uncertain

    @property
    def sand_seconds(self) -> int:
        """The seconds of the sand timer for a turn; 0 if there is none."""
        sand = self.spec.sand
        return sand.seconds(self._start.options) if sand else 0

    # Who moves, and what they may do

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now, ascending; () when the match is over."""
        return self._to_act

    @property
    def over(self) -> bool:
        return self._acting == 0

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """Return the moves of a seat (default: the only seat to act), in the order of their actions."""
        if self.over and seat is None:
            return []
        return list(map(_texts(self._start.mode.text), self._legal_list(self._seat_or_only(seat))))

    def _legal_actions(self, seat: int) -> NDArray[np.int32]:
        actions = self._legal.get(seat)
        if actions is None:
            count = calls.list_legal(self._states, 0, seat, self._scratch)
            actions = self._legal[seat] = self._scratch[0].moves[:count].copy()
        return actions

    def _legal_list(self, seat: int) -> list[int]:
        actions = self._legal_lists.get(seat)
        if actions is None:
            actions = self._legal_lists[seat] = self._legal_actions(seat).tolist()
        return actions

    def _seat_or_only(self, seat: int | None) -> int:
        if seat is not None:
            return self._check_seat(seat)
        to_act = self.to_act
        if len(to_act) != 1:
            raise NotYourTurn(f"seats {_listed(to_act)} may move now; name the seat that moves")
        return to_act[0]

    def _check_seat(self, seat: object) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise BadSetup(f"there is no seat {seat!r}; the seats are 0 to {self.seats - 1}")
        return seat

    # Playing

    def play(self, move: str, seat: int | None = None) -> list[Json]:
        """Play a move and return the events it caused, as the mover may see them.

        An error changes nothing; see `check`.
        """
        mover, action = self.check(move, seat)
        return self._play(mover, move, action)

    def check(self, move: str, seat: int | None = None) -> tuple[int, int]:
        """Return the seat that would play a move and its action, without playing it.

        Raises BadSetup (no such seat), BadMove (not a move of this game), MatchOver, NotYourTurn or IllegalMove.
        """
        if seat is not None:
            self._check_seat(seat)
        action, refusal = self._parse(move)
        if self.over:
            raise MatchOver(f"{move}: the match is over")
        mover = self._seat_or_only(seat)
        if not self._acting >> mover & 1:
            raise NotYourTurn(f"{move}: seat {mover} may not move now; to act: {_listed(self.to_act)}")
        if refusal is None and not self._is_legal(mover, action):
            refusal = self._start.mode.refuse(self._states[0], mover, action)
        if refusal is not None:
            raise IllegalMove(move, refusal, self._start.spec.sentence_of("refusals", refusal.key, refusal.params))
        return mover, action

    def _parse(self, move: object) -> tuple[int, Refusal | None]:
        if not isinstance(move, str):
            raise BadMove(f"{move!r} is not a move; a move is a text")
        try:
            return self._start.mode.parse(move), None
        except IllegalMove as error:
            return -1, error.refusal

    def _is_legal(self, seat: int, action: int) -> bool:
        actions = self._legal_list(seat)
        place = bisect_left(actions, action)
        return place < len(actions) and actions[place] == action

    def _play(self, seat: int, move: str, action: int) -> list[Json]:
        before = self._states.copy()
        acting = calls.step(self._states, 0, seat, action)
        events = self._start.mode.events(before[0], seat, action, self._states[0])
        self._seats.append(seat)
        self._actions.append(action)
        self._history.append((seat, move))
        self._events.append(events)
        self._set_acting(acting)
        return self.show(events, seat)

    def undo(self, moves: int = 1) -> None:
        """Take back the last move, or the last `moves`, and restore the exact position before.

        Raises NothingToUndo if there are fewer; nothing has changed.
        """
        if len(self._actions) < moves:
            raise NothingToUndo("no move has been played yet" if not self._actions else "fewer moves have been played")
        for played in (self._seats, self._actions, self._history, self._events):
            del played[len(played) - moves :]
        self._states[:] = self._first
        calls.repeat(self._states, 0, np.array(self._seats, np.int64), np.array(self._actions, np.int64))
        self._set_acting(calls.acting(self._states, 0))

    # Results

    @property
    def scores(self) -> list[int]:
        return [int(calls.points(self._states, 0, seat)) for seat in range(self.seats)]

    @property
    def winners(self) -> list[int]:
        """The seats with the best result; [] until the match is over."""
        return winners_of(self.scores) if self.over else []

    # What may be known

    def state(self) -> Json:
        """Return the whole position, hidden parts included, as the game's README defines it."""
        return self._start.mode.state(self._states[0])

    def view(self, seat: int | None) -> Json:
        """Return what a seat (None: a spectator) may know."""
        return self._start.mode.view(self._states[0], None if seat is None else self._check_seat(seat))

    def events(self, since: int = 0, seat: int | None = None) -> list[Json]:
        """Return the events of all moves after the first `since`, as a seat (None: a spectator) may see them.

        0: from the start, including the deal.
        """
        if seat is not None:
            self._check_seat(seat)
        if not isinstance(since, int) or since < 0:
            raise BadSetup(f"since is a number of moves from 0, not {since!r}")
        log = self._earlier_events + self._events
        return self.show([event for events in log[since + 1 if since else 0 :] for event in events], seat)

    def show(self, events: list[Json], seat: int | None) -> list[Json]:
        """Return events that `happened` as a seat (None: a spectator) may see them."""
        return [self._start.mode.shown(event, seat) for event in events]

    def happened(self, number: int) -> list[Json]:
        """Return the events of move `number`, counted from 1 (0: the deal), with nothing hidden."""
        before = len(self._earlier_events)
        events = self._earlier_events[number] if number < before else self._events[number - before]
        return [dict(event) for event in events]

    def text(self, seat: int | None = None, *, all_revealed: bool = False) -> str:
        """Return the view of a seat (None: a spectator) as a text board of at most 80 columns."""
        return self._start.mode.draw(self.state() if all_revealed else self.view(seat))

    def svg(self, seat: int | None = None, *, all_revealed: bool = False, names: Sequence[str] = ()) -> str:
        """Return the view of a seat (None: a spectator) as a self-contained SVG picture.

        All positions of a match have the same `viewBox`. `names`: shown beside the symbols of the seats.
        """
        if self.mode.picture is None:
            return text_picture.draw(self.spec.title, self.text(seat, all_revealed=all_revealed))
        picture: PictureModule = import_module(self.mode.picture)
        return picture.draw(self.state() if all_revealed else self.view(seat), self.options, names)

    def image(self, seat: int | None = None, *, width: int = 480) -> NDArray[np.uint8]:
        """Return the picture as an array (height, width, 3); all positions of a match have the same shape.

        Raises MissingExtra if the extra `image` is not installed.
        """
        return raster.pixels(self.svg(seat), width)

    def _repr_svg_(self) -> str:
        """Draw the spectator's picture, for notebooks."""
        return self.svg()

    def redeal(self, seat: int | None, seed: str | int) -> Match:
        """Return a match that agrees with all that a seat has seen and is random in the rest; in open games a copy.

        It cannot be undone beyond this point, and its past events are those that the seat saw.
        """
        if seat is not None:
            self._check_seat(seat)
        seed = check_seed(seed)
        if not self._start.mode.uncertain:
            return self.copy()
        states, mode = self._states.copy(), self._start.mode
        calls.deal_again(states, 0, -1 if seat is None else seat, key_of(seed))
        log = self._earlier_events + self._events
        past = log if self.history or self._start.position else [mode.deal(states[0])]
        return self._continue_from(states, seed, [[mode.shown(event, seat) for event in events] for events in past])

    def reseed(self, seed: str | int) -> Match:
        """Return a match in the same position, hidden parts included, whose future chance comes from the seed.

        It cannot be undone beyond this point.
        """
        seed = check_seed(seed)
        states = self._states.copy()
        calls.reseed(states, 0, key_of(seed))
        return self._continue_from(states, seed, self._earlier_events + self._events)

    def _continue_from(self, states: NDArray[Any], seed: str | int, past: list[list[Json]]) -> Match:
        position = self._start.mode.state(states[0])
        other = Match(replace(self._start, seed=seed, position=position, number=0), states)
        other._earlier = self.history
        other._earlier_events = past
        other._events = []
        return other

    # State records and actions, for bots, reviews and adapters: read them, never write to them

    @property
    def mode(self) -> Mode:
        """The functions of the game's mode: notation, view, refusal."""
        return self._start.mode

    @property
    def rules(self) -> Rules:
        """The compiled rules."""
        return self._start.mode.rules

    @property
    def states(self) -> NDArray[Any]:
        """The position: an array of one state record."""
        return self._states

    @property
    def first_states(self) -> NDArray[Any]:
        """The position that this match began in, after the deal, set-up or re-deal."""
        return self._first

    @property
    def played(self) -> list[Move]:
        """The moves played since `first_states`; `history` also has those before a re-deal."""
        return list(self._history)

    def legal_actions(self, seat: int) -> NDArray[np.int32]:
        """Return the actions that a seat may play, ascending."""
        return self._legal_actions(self._check_seat(seat))

    def move_text(self, action: int) -> str:
        """Return the text of an action."""
        return self._start.mode.text(action)

    def beginning(self) -> Match:
        """Return a new match in `first_states`, with no moves played."""
        return Match(self._start, self._first.copy())

    # History, copies and records

    @property
    def history(self) -> list[Move]:
        """The moves played so far, each with its seat."""
        return self._earlier + self._history

    def copy(self) -> Match:
        """Return an independent copy."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._states = self._states.copy()
        other._scratch = np.empty_like(self._scratch)
        other._legal, other._legal_lists = dict(self._legal), dict(self._legal_lists)
        for name in ("_seats", "_actions", "_history", "_events"):
            setattr(other, name, list(getattr(self, name)))
        return other

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __getstate__(self) -> Json:
        return {name: value for name, value in self.__dict__.items() if name != "_scratch"}

    def __setstate__(self, state: Json) -> None:
        self.__dict__.update(state)
        self._scratch = self.rules.scratch()

    def record(self) -> Json:
        """Return the match as JSON that `replay` reads, with the result if it is over.

        A match that was set up or re-dealt is recorded from that position on.
        """
        record = self._start.record()
        record["history"] = [list(move) for move in self._history]
        if self.over:
            record["result"] = {"scores": self.scores, "winners": self.winners}
        return record

    def __repr__(self) -> str:
        status = "over" if self.over else f"to act: {_listed(self.to_act)}"
        return f"<Match of {self.game}, {self.seats} seats, {len(self.history)} moves, {status}>"


@cache
def _texts(text: Callable[[int], str]) -> Callable[[int], str]:
    """Return the same function with a cache: consecutive positions have nearly the same hundreds of moves."""
    return lru_cache(1 << 16)(text)


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))
