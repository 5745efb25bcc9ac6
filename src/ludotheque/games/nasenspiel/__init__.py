"""Das Prestel Nasenspiel, by Thomas Fackler: a domino of noses, and pawns on the groups they form."""

from pathlib import Path

from ludotheque.games.nasenspiel.display import text_board, view
from ludotheque.games.nasenspiel.rules import notation, refusal, restore
from ludotheque.games.nasenspiel.rules.state import RULES
from ludotheque.games.spec import Ladder, Mode, Simulations, Spec, Temperature

MODE = Mode.of(
    rules=RULES,
    encode=lambda options: [],
    notation=notation,
    view=view,
    refusal=refusal,
    text_board=text_board,
    restore=restore,
    uncertain=False,
    per_seat="hands",
    turn_events=frozenset({"skipped"}),
    knowledge=f"{__name__}.bot.knowledge",
    picture=f"{__name__}.display.picture",
    research=f"{__name__}.research.observation",
    terminal=f"{__name__}.display.terminal",
)

GAME = Spec(
    name="nasenspiel",
    title="Das Prestel Nasenspiel",
    designer="Thomas Fackler",
    year=2004,
    minutes=30,
    sentence="Lay dominoes of noses side by side, and own the groups with the most noses at the end.",
    credit="Das Prestel Nasenspiel is a game by Thomas Fackler, published by Prestel in 2004.",
    rules_version=1,
    seats=range(2, 6),
    options={},
    modes=(MODE,),
    mode=lambda options: MODE,
    accepted_seats=lambda options: range(2, 6),
    folder=Path(__file__).parent,
    readings={"nose": "noses {}".format},
    ladder=Ladder((Temperature(1.0), Temperature(0.0), Simulations(40), Simulations(300))),
)
