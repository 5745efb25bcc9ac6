"""Nasca, by Corné van Moorsel: surround empty squares with planks that may bridge each other."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from ludotheque.games.nasca.display import text_board, view
from ludotheque.games.nasca.rules import landscapes, notation, refusal, restore
from ludotheque.games.nasca.rules.state import NEUTRALS, NONE, RULES
from ludotheque.games.spec import Ladder, Mode, Option, Options, PuzzleSearch, Simulations, Spec, Temperature

SUPPORT = ("any", "end")


def encode(options: Options) -> list[int]:
    planks = landscapes.planks_of(options["landscape"])
    unused = [NONE] * (NEUTRALS - len(planks))
    return [SUPPORT.index(options["support"]), options["rounds"], *planks, *unused]


def puzzle_setups() -> Iterator[tuple[int, Options]]:
    """Every second match has no landscape; the usual support and number of rounds occur most often."""
    lands = [land for name in landscapes.LANDSCAPES for land in (landscapes.NONE, name)]
    for land, support, rounds in zip(lands, cycle(["any", "any", "end"]), cycle([2, 2, 2, 1]), strict=False):
        yield 2, {"landscape": land, "support": support, "rounds": rounds}


MODE = Mode.of(
    rules=RULES,
    encode=encode,
    notation=notation,
    view=view,
    refusal=refusal,
    text_board=text_board,
    restore=restore,
    uncertain=False,
    per_seat="hands",
    turn_events=frozenset({"skipped", "round"}),
    round_event="round",
    knowledge=f"{__name__}.bot.knowledge",
    picture=f"{__name__}.display.picture",
    research=f"{__name__}.research.observation",
    terminal=f"{__name__}.display.terminal",
)

GAME = Spec(
    name="nasca",
    title="Nasca",
    designer="Corné van Moorsel",
    year=1998,
    minutes=30,
    sentence="Surround more empty squares than the other with planks that lie on the ground or bridge other planks.",
    credit="Nasca is a game by Corné van Moorsel, 1998.",
    rules_version=1,
    seats=range(2, 3),
    options={
        "landscape": Option(
            landscapes.NONE,
            (landscapes.NONE, *landscapes.LANDSCAPES),
            "Neutral planks on the board before each round: a name, or a list of planks of one's own.",
            landscapes.check,
            landscapes.from_text,
        ),
        "support": Option(
            "any", SUPPORT, "any: one of the planks below a bridge is its owner's; end: one of those below its ends is."
        ),
        "rounds": Option(2, (2, 1), "How many rounds a match has; each seat starts one of two."),
    },
    modes=(MODE,),
    mode=lambda options: MODE,
    accepted_seats=lambda options: range(2, 3),
    folder=Path(__file__).parent,
    ladder=Ladder((Temperature(1.0), Temperature(0.0), Simulations(60), Simulations(400))),
    puzzle_search=PuzzleSearch(setups=tuple(puzzle_setups())),
)
