"""What the bots know about the Nasenspiel, put together."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge
from ludotheque.games.nasenspiel.evaluation import value, weigh
from ludotheque.games.nasenspiel.playing import choose
from ludotheque.games.nasenspiel.reasons import factors
from ludotheque.games.nasenspiel.state import STATE
from ludotheque.games.nasenspiel.tuning import TUNING

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose,
    tuning=TUNING,
    settings={
        "exploration": 1.0,
        "first_width": 8.0,
        "wider": 0.5,
        "playout_moves": -1,
        "trust": 0.0,
        "margin": 10.0,
    },
    factors=factors,
)
