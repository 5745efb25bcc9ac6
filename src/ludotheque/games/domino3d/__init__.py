"""Domino 3D: three games with one box of dominoes that are marked on all sides."""

from collections.abc import Iterator
from pathlib import Path

from ludotheque.games.domino3d.display.classic import text_board, view
from ludotheque.games.domino3d.display.race import text_board as race_text_board
from ludotheque.games.domino3d.display.race import view as race_view
from ludotheque.games.domino3d.research.classic import chance
from ludotheque.games.domino3d.rules.classic import notation, refusal, restore
from ludotheque.games.domino3d.rules.classic import state as classic
from ludotheque.games.domino3d.rules.race import notation as race_notation
from ludotheque.games.domino3d.rules.race import refusal as race_refusal
from ludotheque.games.domino3d.rules.race import restore as race_restore
from ludotheque.games.domino3d.rules.race import state as race
from ludotheque.games.spec import Draws, Json, Ladder, Mode, Option, Options, PuzzleSearch, Sand, Spec, Temperature

MODES = ("classic", "race", "solo")


def encode_classic(options: Options) -> list[int]:
    solo, refuse, differ = options["mode"] == "solo", options["falls"] == "refuse", options["contact"] == "differ"
    return [int(solo), int(options["several"]), int(refuse), int(differ), options["turns"]]


def encode_race(options: Options) -> list[int]:
    return [int(options["referee"] == "neighbour"), int(options["goal"] == "rounds")]


def puzzle_setups() -> Iterator[tuple[int, Options]]:
    """No sand timer and no race; and where a turn may continue, no single placement decides much."""
    more: list[Options] = [{}, {"falls": "refuse"}, {"contact": "differ"}]
    for seats in (2, 3, 2, 4):
        yield from ((seats, {"mode": "classic", "sand": 0, **options}) for options in more)


CLASSIC = Mode.of(
    rules=classic.RULES,
    encode=encode_classic,
    notation=notation,
    view=view,
    refusal=refusal,
    text_board=text_board,
    restore=restore,
    uncertain=True,
    per_seat="scores",
    chance_events=frozenset({"drawn"}),
    reveals=view.reveals,
    draws=Draws(chance.outcomes, chance.drawn),
    knowledge=f"{__name__}.bot.classic.knowledge",
    picture=f"{__name__}.display.common.picture",
    research=f"{__name__}.research.classic.observation",
    terminal=f"{__name__}.display.classic.terminal",
)

RACE = Mode.of(
    rules=race.RULES,
    encode=encode_race,
    notation=race_notation,
    view=race_view,
    refusal=race_refusal,
    text_board=race_text_board,
    restore=race_restore,
    uncertain=True,
    per_seat="totals",
    simultaneous=True,
    turn_events=frozenset({"round"}),
    round_event="round",
    chance_events=frozenset({"dealt"}),
    reveals=race_view.reveals,
    knowledge=f"{__name__}.bot.race.knowledge",
    picture=f"{__name__}.display.common.picture",
    research=f"{__name__}.research.race.observation",
    terminal=f"{__name__}.display.race.terminal",
)


def resolve(options: Options) -> Options:
    """`several` is true by default in solo, and false in the other modes."""
    several = options["mode"] == "solo" if options["several"] is None else options["several"]
    return {**options, "several": several}


def sand_seconds(options: Options) -> int:
    return 0 if options["mode"] == "race" else int(options["sand"])


def turn_of(view: Json) -> object:
    """In solo the same seat has every turn, so the number of turns left tells them apart."""
    return view["turn"], view["turns_left"]


GAME = Spec(
    name="domino3d",
    title="Domino 3D",
    designer="unknown",
    year=None,
    minutes=30,
    sentence="Build a tower of dominoes that are marked on all sides: what can be seen must match.",
    credit="Domino 3D: the rules sheet names no author; the marks of the dominoes are our own.",
    rules_version=1,
    seats=range(1, 7),
    options={
        "mode": Option("classic", MODES, "classic: one tower for all; race: everybody builds at once; solo: alone."),
        "sand": Option(60, range(3601), "classic and solo: seconds of the sand timer, kept by the table; 0: none."),
        "several": Option(
            None, (False, True), "classic and solo: several dominoes in a turn; if not given, true in solo only."
        ),
        "falls": Option(
            "penalty",
            ("penalty", "refuse"),
            "classic and solo: an unsupported domino falls and costs 10 points (penalty), or is not allowed (refuse).",
        ),
        "contact": Option(
            "free", ("free", "differ"), "classic and solo: hidden faces that touch may be alike (free), or must differ."
        ),
        "turns": Option(10, range(1, 101), "solo: turns of the sand timer."),
        "referee": Option(
            "computer", ("computer", "neighbour"), "race: who looks for errors; a neighbour accepts or objects."
        ),
        "goal": Option("points", ("points", "rounds"), "race: until somebody has 15 points, or four rounds."),
    },
    modes=(CLASSIC, RACE),
    mode=lambda options: RACE if options["mode"] == "race" else CLASSIC,
    accepted_seats=lambda options: range(1, 2) if options["mode"] == "solo" else range(2, 7),
    folder=Path(__file__).parent,
    ladder=Ladder((Temperature(3.6), Temperature(2.4), Temperature(1.6), Temperature(1.0)), playout_moves_per_seat=1),
    resolve=resolve,
    sand=Sand(sand_seconds, turn_of, ("timeout", "stop")),
    results_by="mode",
    # What is drawn later blurs everything: a single placement decides less than a move of other games.
    puzzle_search=PuzzleSearch(lead=0.1, setups=tuple(puzzle_setups()), must_be_missed=False),
    seat_params=("builder",),
    readings={"error": lambda error: "an error was found" if error else "no error was found"},
)
