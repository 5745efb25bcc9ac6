"""`Game`: what a game is, and how to start, resume and simulate matches of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludotheque.engine import calls, simulation
from ludotheque.engine.chance import key_of, new_seed
from ludotheque.engine.precompile_rules import is_precompiled, precompile
from ludotheque.engine.simulation import Progress, Simulation
from ludotheque.errors import BadSetup, BadState
from ludotheque.games import spec_of
from ludotheque.games.spec import Json, Mode, Option, Options, Spec
from ludotheque.match import Match
from ludotheque.seeds import check_match_number, check_seed
from ludotheque.start import MatchStart


class Game:
    """Rules plus options. `seats` is the advertised range, `options` maps names to defaults, choices and a sentence."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def title(self) -> str:
        return self.spec.title

    @property
    def designer(self) -> str:
        return self.spec.designer

    @property
    def seats(self) -> range:
        return self.spec.seats

    @property
    def options(self) -> dict[str, Option]:
        return dict(self.spec.options)

    def start(
        self,
        seats: int | None = None,
        seed: str | int | None = None,
        options: Options | None = None,
        number: int = 0,
    ) -> Match:
        """Deal a new match. Defaults: the smallest number of seats, and a seed that nobody can guess.

        A seed deals any number of matches; `number` selects one. `simulate` plays numbers 0, 1, 2 and so on of its
        seed, and `ludotheque.batch` deals the same ones.
        """
        start = self.plan(seats, seed, options, number=check_match_number(number))
        states = np.zeros(1, start.mode.rules.dtype)
        calls.begin(states, 0, start.seats, start.encoded_options, key_of(start.seed), start.number)
        return Match(start, states)

    def resume(
        self,
        position: Json | str,
        options: Options | None = None,
        seed: str | int | None = None,
    ) -> Match:
        """Start from a position: the JSON of `state()` or, in games without secrets, a text board as `text()` draws it.

        Raises BadState, which says why the position is impossible. The seed decides all chance still to come.
        """
        full = self._complete(options)
        mode = self.spec.mode(full)
        state = self._read(position, full) if isinstance(position, str) else position
        seats = _seats_in(state, mode.per_seat)
        start = self.plan(seats, seed, full, state)
        states = np.zeros(1, mode.rules.dtype)
        # Deal first: this sets what depends only on seats and options.
        calls.begin(states, 0, seats, start.encoded_options, key_of(start.seed), 0)
        calls.reseed(states, 0, key_of(start.seed))
        mode.restore(states[0], state, seats, full)
        _compare(state, mode.state(states[0]))
        return Match(start, states)

    def simulate(
        self,
        matches: int,
        seats: int | None = None,
        seed: str | int | None = None,
        options: Options | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Simulation:
        """Play random matches in compiled code; every move is drawn uniformly from all legal ones.

        The result depends on the seed, not on the number of threads.
        """
        if not _is_count(matches):
            raise BadSetup(f"matches must be a positive integer, not {matches!r}")
        if not _is_count(threads):
            raise BadSetup(f"threads must be a positive integer, not {threads!r}")
        start = self.plan(seats, seed, options)
        return simulation.simulate(
            start.mode.rules, matches, start.seats, start.encoded_options, key_of(start.seed), threads, progress
        )

    def plan(
        self,
        seats: int | None,
        seed: str | int | None,
        options: Options | None,
        position: Json | None = None,
        number: int = 0,
    ) -> MatchStart:
        """Check seats, seed and options, and compile the rules if necessary."""
        full = self._complete(options)
        if seats is None:
            seats = self.spec.usual_seats(full)
        self.spec.check_seats(seats, full)
        seed = new_seed() if seed is None else check_seed(seed)
        mode = self.spec.mode(full)
        _prepare(self.spec, mode)
        return MatchStart(self.spec, mode, seats, full, seed, position, number)

    def _complete(self, options: object) -> Options:
        if options is not None and not (isinstance(options, Mapping) and all(isinstance(key, str) for key in options)):
            raise BadSetup(f"options must be a dict of names and values, or None, not {options!r}")
        return self.spec.complete(dict(options or {}))

    def _read(self, drawing: str, options: Options) -> Json:
        read = self.spec.mode(options).read
        if read is None:
            raise BadState(f"{self.name} has no text board that can be read back: pass the JSON of state()")
        return read(drawing)

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}, {self.seats[0]} to {self.seats[-1]} seats>"


def game(name: str, rules_version: int | None = None) -> Game:
    """Return the game of that name, by its newest rules or those of an older version.

    Raises UnknownGame, which lists the known ones, or BadSetup if this release does not know that version.
    """
    newest = spec_of(name if isinstance(name, str) else repr(name))
    return Game(newest if rules_version is None else newest.under(rules_version))


def _is_count(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 1


def _seats_in(state: object, key: str) -> int:
    by_seat = state.get(key) if isinstance(state, dict) else None
    if not isinstance(by_seat, list):
        raise BadState(f"a position is a JSON object whose list {key!r} has one entry per seat")
    return len(by_seat)


def _compare(given: Json, restored: Json) -> None:
    """Check that derived fields (scores, areas, whose turn it is) are what the position implies."""
    for key in restored:
        if key not in given:
            raise BadState(f"{key!r} is missing")
        if given[key] != restored[key]:
            raise BadState(f"{key!r} is {_short(given[key])}, but the position implies {_short(restored[key])}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _compile(spec: Spec, mode: Mode) -> None:
    """Compile on first use; in a terminal, show progress."""
    if is_precompiled(mode.rules):
        return
    visible = sys.stderr.isatty()

    def on_progress(done: int, total: int) -> None:
        if visible:
            end = "\n" if done == total else ""
            sys.stderr.write(f"\rCompiling the rules of {spec.title} (first use only): {done}/{total}{end}")
            sys.stderr.flush()

    precompile(mode.rules, on_progress)


Prepare = Callable[[Spec, Mode], None]
_prepare: Prepare = _compile


def prepare_with(prepare: Prepare | None) -> None:
    """Call `prepare` before each match instead of compiling its rules where they are missing; None: compile again.

    For servers, which must not block while they compile: `prepare` may raise instead.
    """
    global _prepare
    _prepare = prepare or _compile
