"""Keks, by Dieter Stein (spielstein.com): break tiles off a biscuit without breaking it."""

from pathlib import Path

from ludotheque.games.keks.display import text_board, view
from ludotheque.games.keks.rules import notation, refusal, restore
from ludotheque.games.keks.rules.state import RULES
from ludotheque.games.spec import Ladder, Mode, Option, Options, PuzzleSearch, Simulations, Spec, Temperature

VARIANTS = ("classic", "eleven")


def encode(options: Options) -> list[int]:
    return [VARIANTS.index(options["variant"])]


MODE = Mode.of(
    rules=RULES,
    encode=encode,
    notation=notation,
    view=view,
    refusal=refusal,
    text_board=text_board,
    restore=restore,
    uncertain=False,
    per_seat="held",
    knowledge=f"{__name__}.bot.knowledge",
    picture=f"{__name__}.display.picture",
    research=f"{__name__}.research.observation",
    terminal=f"{__name__}.display.terminal",
)

GAME = Spec(
    name="keks",
    title="Keks",
    designer="Dieter Stein",
    year=2010,
    minutes=20,
    sentence="Break tiles off the biscuit without breaking it, and be the first to win five colours.",
    credit="Keks is a game by Dieter Stein (https://spielstein.com), rules under CC BY-NC.",
    rules_version=1,
    seats=range(2, 3),
    options={
        "variant": Option(
            "classic",
            VARIANTS,
            "classic: three tiles win a colour; eleven: the pips count, 11 points win it.",
        ),
    },
    modes=(MODE,),
    mode=lambda options: MODE,
    accepted_seats=lambda options: range(2, 3),
    folder=Path(__file__).parent,
    ladder=Ladder((Temperature(1.5), Temperature(0.5), Simulations(60), Simulations(1000))),
    results_by="variant",
    puzzle_search=PuzzleSearch(
        setups=tuple((2, {"variant": variant}) for variant in VARIANTS), proof=f"{__name__}.bot.puzzle_proof"
    ),
    readings={
        "colour": "colour {}".format,
        "turn": "colour {}".format,
        "sides": lambda sides: "all four sides" if sides == 4 else "three sides",
    },
)
