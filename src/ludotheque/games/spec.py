"""What a game declares: the contract between every folder beside this file and the rest of the package."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.observation import Observation
from ludotheque.engine.rules import Rules
from ludotheque.errors import BadSetup, BadState, Refusal
from ludotheque.games.words import Readings, Words

Json = dict[str, Any]
Options = dict[str, Any]
#: One record of a game's dtype (`np.record`): NumPy's stubs have no type for its fields.
State = Any
Position = TypeVar("Position")


@dataclass(frozen=True)
class Option:
    """A choice before the start. `choices`: the values, or a range of integers, or None where `check` decides.

    `check` returns the value in its canonical form, or raises ValueError with a sentence that says what is allowed.
    `from_text` reads a value that is not plain text, for interfaces that have nothing else (OpenSpiel's parameters).
    """

    default: Any
    choices: tuple[Any, ...] | range | None
    sentence: str
    check: Callable[[Any], Any] | None = None
    from_text: Callable[[str], Any] = str

    def accept(self, name: str, value: Any) -> Any:
        """Return the value in its canonical form; raises BadSetup, which says what is allowed."""
        try:
            if self.check is not None:
                return self.check(value)
            # 1 == True in Python, but not for somebody who reads the record.
            if any(value == choice and type(value) is type(choice) for choice in self.choices or ()):
                return value
            raise ValueError(f"allowed: {self.allowed}")
        except ValueError as error:
            raise BadSetup(f"option {name}: {value!r} is not possible; {error}") from None

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if isinstance(self.choices, range):
            return f"{self.choices[0]} to {self.choices[-1]}"
        return ", ".join(json.dumps(choice) for choice in self.choices or ())


@dataclass(frozen=True)
class Draws:
    """What moves draw after the deal, for interfaces that make every draw a chance node of its own (OpenSpiel).

    Both functions get the state before the move, the seat, the action and a state after the move.
    """

    #: Each outcome with its probability; {}: the move deals a whole new round; None: nothing is drawn.
    outcomes: Callable[[State, int, int, State], dict[int, float] | None]
    #: The outcome that this state after the move shows.
    drawn: Callable[[State, int, int, State], int]


@dataclass(frozen=True)
class ActionSpace:
    """The actions of a mode as numbers from 0 to `count` - 1, for research programs.

    `renumber(state, seat, legal)` gives the numbers of the engine's legal actions, in the same order, without telling
    what is hidden from the seat; None where they are the engine's own.
    """

    count: int
    #: What the numbers stand for, in a few words.
    meaning: str
    renumber: Callable[[State, int, NDArray[np.int32]], NDArray[np.int64]] | None = None


@dataclass(frozen=True)
class Research:
    """A mode for research programs: its observations and actions."""

    observation: Observation
    actions: ActionSpace
    #: Whether anything but chance to come is hidden from a seat.
    hides: bool
    #: An upper bound on the moves of a match; None where seats act simultaneously.
    max_moves: int | None


@dataclass(frozen=True)
class Mode:
    """One state record with all that is needed to play, show, store and explain it. Most games have exactly one."""

    rules: Rules
    #: Options -> the integers that the compiled `setup` reads.
    encode: Callable[[Options], list[int]]
    #: Move text -> action. BadMove: not a move of this game; IllegalMove: well-formed, but no position allows it.
    parse: Callable[[str], int]
    #: Action -> move text, the exact inverse.
    text: Callable[[int], str]
    #: The complete state as JSON, with the keys of the game's README.md.
    state: Callable[[State], Json]
    #: What a seat (None: a spectator) may know of it, with the same keys.
    view: Callable[[State, int | None], Json]
    #: The events of the deal.
    deal: Callable[[State], list[Json]]
    #: The events of one move: state before, seat, action, state after.
    events: Callable[[State, int, int, State], list[Json]]
    #: An event as a seat (None: a spectator) may see it.
    shown: Callable[[Json, int | None], Json]
    #: Why an action is not legal for a seat that is to act.
    refuse: Callable[[State, int, int], Refusal]
    #: A view as a text board of at most 80 columns.
    draw: Callable[[Json], str]
    #: The inverse of `draw`, as the JSON of a state; None where the text board hides something.
    read: Callable[[str], Json] | None
    #: Write a position (JSON as `state` gives it) into a zeroed record with seeded chance; BadState if impossible.
    restore: Callable[[State, Json, int, Options], None]
    #: Whether something is hidden from a seat, or chance decides anything after the deal.
    uncertain: bool
    #: The key of `state`'s JSON whose list has one entry for each seat.
    per_seat: str
    #: Whether seats act at the same time instead of taking turns.
    simultaneous: bool = False
    #: Events after which a seat that acts again begins a new turn: its clock starts afresh.
    turn_events: frozenset[str] = frozenset()
    #: The event with which a round ends and the next one begins; none in a game without rounds.
    round_event: str = ""
    #: Events that tell what chance has decided: a preview of a move must not show them.
    chance_events: frozenset[str] = frozenset()
    #: Whether a move let a seat or a spectator see something that they could not be sure of before it: state before,
    #: seat, action, state after. Such a move cannot be taken back. Absent: none does; an uncertain mode must tell.
    reveals: Callable[[State, int, int, State], bool] | None = None
    #: None where chance ends with the deal, or where seats act at the same time.
    draws: Draws | None = None
    # Names of modules that are imported only when they are needed.
    #: `KNOWLEDGE`: heuristics for bots; without it they only search.
    knowledge: str | None = None
    #: `draw(view, options, names)`: the position as SVG; without it the picture is the text board.
    picture: str | None = None
    #: `RESEARCH`: observations and actions as arrays; without it there are defaults.
    research: str | None = None
    #: `DISPLAY`: a `TerminalDisplay`; without it the terminal shows the text board.
    terminal: str | None = None

    def __post_init__(self) -> None:
        if self.uncertain and self.reveals is None:
            raise ValueError("an uncertain mode must tell which moves reveal something: `reveals` is missing")

    @classmethod
    def of(
        cls,
        *,
        notation: ModuleType,
        view: ModuleType,
        refusal: ModuleType,
        text_board: ModuleType,
        restore: ModuleType,
        **declared: Any,
    ) -> Mode:
        """Make a mode whose functions have their usual names in these modules; `declared`: all other fields."""
        usual = {
            "parse": notation.parse,
            "text": notation.text,
            "state": view.state,
            "view": view.view,
            "deal": view.deal,
            "events": view.events,
            "shown": view.shown,
            "refuse": refusal.refuse,
            "draw": text_board.draw,
            "read": getattr(text_board, "read", None),
            "restore": restore.restore,
        }
        return cls(**usual, **declared)


@dataclass(frozen=True)
class Sand:
    """A sand timer for each turn. The table runs it; the rules only know what is played when it has run out."""

    #: How long it runs with these options; 0: there is none.
    seconds: Callable[[Options], int]
    #: A value from a view that changes exactly when a new turn begins.
    turn: Callable[[Json], object]
    #: The first of these moves that is legal is played for a seat whose sand has run out.
    out_of_time: tuple[str, ...]


@dataclass(frozen=True)
class Temperature:
    """A level that does not search: it samples a move with probability proportional to weight ** (1 / value).

    The weights are those of the game's knowledge; 0 always plays the move with the highest weight.
    """

    value: float


@dataclass(frozen=True)
class Simulations:
    """A level that runs a tree search with the given number of simulations per move."""

    count: int


@dataclass(frozen=True)
class Ladder:
    """How strong the computer players of a game are at levels 1 to 5.

    The default suits a game without knowledge, whose only strength is search.
    """

    #: Levels 1 to 4. Level 5 searches for a fixed time.
    strengths: tuple[Temperature | Simulations, ...] = (
        Simulations(10),
        Simulations(40),
        Simulations(150),
        Simulations(600),
    )
    #: At crowded tables level 5 compares moves by playouts of this many moves per seat; None: it searches, too.
    playout_moves_per_seat: int | None = None
    #: Levels 1 to 5 where the knowledge plans ahead by itself (`Knowledge.planned`): how often a move is a blunder.
    #: A blunder must be undone, so a player who blunders every second move makes no progress.
    blunder_rates: tuple[float, ...] = (0.4, 0.3, 0.2, 0.1, 0.0)


@dataclass(frozen=True)
class PuzzleSearch:
    """How `scripts/make_puzzles.py` finds the puzzles of a game."""

    #: The best move has at least this much more chance to win than the second best.
    lead: float = 0.2
    #: The numbers of seats and the options of the matches, in turn; without any, each advertised number of seats.
    setups: tuple[tuple[int, Options], ...] = ()
    #: Whether level 2 has to miss the best move; not where it misses nearly all, which says nothing about difficulty.
    must_be_missed: bool = True
    #: The name of a module that searches positions to the end: `is_provable(state)`, `wins(state)`; without it a long
    #: search has to agree.
    proof: str | None = None


@dataclass(frozen=True)
class Ruling:
    """A change of the rules after which the same seed and moves would give another match.

    It begins the next rules version: the first ruling version 2, the second version 3 and so on.
    """

    since: date
    #: What changed, in a sentence for players.
    sentence: str


@dataclass(frozen=True)
class Spec:
    """A game: who made it, for how many, its options, and its modes."""

    name: str
    title: str
    designer: str
    year: int | None
    minutes: int
    sentence: str
    credit: str
    #: The version that matches are played by: the newest, except in what `under` returns.
    rules_version: int
    #: The advertised numbers of seats, over all options.
    seats: range
    options: dict[str, Option]
    modes: tuple[Mode, ...]
    #: The mode that complete options choose.
    mode: Callable[[Options], Mode]
    #: The numbers of seats accepted with these options; they may go beyond those advertised.
    accepted_seats: Callable[[Options], range]
    folder: Path
    #: Fills in defaults that depend on other options.
    resolve: Callable[[Options], Options] = dict
    sand: Sand | None = None
    ladder: Ladder = field(default_factory=Ladder)
    #: The option whose values have separate results and leaderboards, if there is one.
    results_by: str | None = None
    puzzle_search: PuzzleSearch = field(default_factory=PuzzleSearch)
    #: How parameters of messages read in English, where their plain values would not do; seats need none.
    readings: Readings = field(default_factory=dict)
    #: Parameters of messages that hold a seat, besides those of every game (`words.SEATS`).
    seat_params: tuple[str, ...] = ()
    #: What has changed since version 1, oldest first.
    rulings: tuple[Ruling, ...] = ()

    @property
    def rules_versions(self) -> range:
        """All versions that matches can be played by."""
        return range(1, len(self.rulings) + 2)

    def under(self, rules_version: object) -> Spec:
        """Return the same game by the rules of that version. Raises BadSetup if this release does not know it."""
        if not isinstance(rules_version, int) or rules_version not in self.rules_versions:
            known = self.rules_versions
            several = f"versions {known[0]} to {known[-1]}" if len(known) > 1 else "version 1"
            raise BadSetup(f"{self.name} has no rules version {rules_version!r}; this release knows {several}")
        return self._by_version[rules_version]

    @cached_property
    def _by_version(self) -> dict[int, Spec]:
        return {version: replace(self, rules_version=version) for version in self.rules_versions} | {
            self.rules_version: self
        }

    def complete(self, options: Options | None) -> Options:
        """Return all options, checked, with defaults filled in."""
        given = dict(options or {})
        unknown = sorted(given.keys() - self.options.keys())
        if unknown:
            known = ", ".join(self.options) or "none"
            raise BadSetup(f"{self.name} has no option {unknown[0]!r}; its options: {known}")
        return self.resolve(
            {
                name: option.accept(name, given[name]) if name in given else option.default
                for name, option in self.options.items()
            }
        )

    def options_by_mode(self) -> list[Options]:
        """Options that choose each mode, the default first; each differs from the defaults in at most one option."""
        choices = {name: option.choices for name, option in self.options.items() if isinstance(option.choices, tuple)}
        changed = [{name: value} for name, values in choices.items() for value in values]
        chosen: dict[int, Options] = {}
        for options in map(self.complete, [{}, *changed]):
            chosen.setdefault(id(self.mode(options)), options)
        return list(chosen.values())

    def usual_seats(self, options: Options) -> int:
        """Return the number of seats if nobody chooses one: the fewest that are advertised and accepted."""
        return max(self.seats[0], self.accepted_seats(options)[0])

    def check_seats(self, seats: object, options: Options) -> int:
        accepted = self.accepted_seats(options)
        if not isinstance(seats, int) or isinstance(seats, bool) or seats not in accepted:
            choice = f"{accepted[0]}" if len(accepted) == 1 else f"{accepted[0]} to {accepted[-1]}"
            raise BadSetup(f"{self.name} with these options takes {choice} seats, not {seats!r}")
        return seats

    @cached_property
    def words(self) -> Words:
        """The English sentences of refusals, events and factors."""
        return Words(self.folder / "words", self.readings, self.seat_params)

    def sentence_of(self, kind: str, key: str, params: dict[str, Any]) -> str:
        return self.words.sentence(kind, key, params)


def winners_of(scores: Sequence[int]) -> list[int]:
    """Return the seats with the best result. Equal results share the win, in every game."""
    return [seat for seat, points in enumerate(scores) if points == max(scores)]


def over_event(scores: list[int]) -> Json:
    """Return the last event of a match."""
    return {"event": "over", "scores": scores, "winners": winners_of(scores)}


def quoted(text: str) -> str:
    """Quote a player's text for an error message, cut where it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def decoded(given: Json, shape: type[Position]) -> Position:
    """Decode a position's JSON as the game's own struct; raises BadState, which names the field that is wrong."""
    try:
        return msgspec.convert(given, shape)
    except msgspec.ValidationError as error:
        raise BadState(f"this is not a position: {error}") from None
