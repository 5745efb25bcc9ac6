"""Pebbles: take the last one. A toy game with the minimum that a game needs."""

from pathlib import Path

from ludotheque.games.pebbles.display import view
from ludotheque.games.pebbles.rules import moves, positions
from ludotheque.games.pebbles.rules.state import RULES

from ludotheque.games.spec import Mode, Spec

MODE = Mode(
    rules=RULES,
    encode=lambda options: [],
    parse=moves.parse,
    text=moves.text,
    state=view.state,
    view=view.view,
    deal=view.deal,
    events=view.events,
    shown=view.shown,
    refuse=moves.refuse,
    draw=view.draw,
    read=None,
    restore=positions.restore,
    uncertain=False,
    per_seat="scores",
)

GAME = Spec(
    name="pebbles",
    title="Pebbles",
    designer="nobody",
    year=None,
    minutes=1,
    sentence="Take one to three pebbles from the heap, and be the one who takes the last.",
    credit="Pebbles is as old as pebbles.",
    rules_version=1,
    seats=range(2, 3),
    options={},
    modes=(MODE,),
    mode=lambda options: MODE,
    accepted_seats=lambda options: range(2, 3),
    folder=Path(__file__).parent,
)
