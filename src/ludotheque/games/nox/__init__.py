"""NOX, by Steffen Brückner: cards beside and onto cards, in your own display or in another's."""

from pathlib import Path

from ludotheque.games.nox.display import text_board, view
from ludotheque.games.nox.research import chance
from ludotheque.games.nox.rules import notation, refusal, restore
from ludotheque.games.nox.rules.state import RULES
from ludotheque.games.spec import Draws, Ladder, Mode, Option, Options, Spec, Temperature

VARIANTS = ("classic", "hard")
TARGETS = range(20, 1001)
USUAL_TARGET = {"classic": 150, "hard": 100}


def check_target(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value in TARGETS):
        return value
    raise ValueError(f"allowed: an integer from {TARGETS[0]} to {TARGETS[-1]}, or null for the usual one")


def encode(options: Options) -> list[int]:
    variant, target = options["variant"], options["target"]
    return [VARIANTS.index(variant), USUAL_TARGET[variant] if target is None else target]


MODE = Mode.of(
    rules=RULES,
    encode=encode,
    notation=notation,
    view=view,
    refusal=refusal,
    text_board=text_board,
    restore=restore,
    uncertain=True,
    per_seat="totals",
    turn_events=frozenset({"round"}),
    round_event="round",
    chance_events=frozenset({"drawn", "dealt"}),
    reveals=view.reveals,
    draws=Draws(chance.outcomes, chance.drawn),
    knowledge=f"{__name__}.bot.knowledge",
    picture=f"{__name__}.display.picture",
    research=f"{__name__}.research.observation",
    terminal=f"{__name__}.display.terminal",
)

GAME = Spec(
    name="nox",
    title="NOX",
    designer="Steffen Brückner",
    year=2012,
    minutes=20,
    sentence="Play cards into any display: let yours be worth most, and shrink the rest before a round's sixth stack.",
    credit="NOX is a game by Steffen Brückner (HUCH! & friends, 2012), drawn by Oliver and Sandra Freudenreich.",
    rules_version=1,
    seats=range(3, 7),
    options={
        "variant": Option(
            "classic",
            VARIANTS,
            "classic: all displays with three colours are noted; hard: only the best of a round is.",
        ),
        "target": Option(
            None,
            TARGETS,
            "The total that ends the match, 20 to 1000; null: 150, or 100 in hard.",
            check_target,
        ),
    },
    modes=(MODE,),
    mode=lambda options: MODE,
    accepted_seats=lambda options: range(2, 7),
    folder=Path(__file__).parent,
    # Levels 1 to 4; level 5 searches.
    ladder=Ladder((Temperature(4.5), Temperature(2.2), Temperature(1.15), Temperature(0.45)), playout_moves_per_seat=1),
    results_by="variant",
    seat_params=("display",),
)
