"""Registers what the bots know about the Nasenspiel."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge
from ludotheque.games.nasenspiel.bot.evaluation import value, weigh
from ludotheque.games.nasenspiel.bot.factors import factors
from ludotheque.games.nasenspiel.bot.playout import choose
from ludotheque.games.nasenspiel.bot.tuning import TUNING
from ludotheque.games.nasenspiel.rules.state import STATE

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose,
    tuning=TUNING,
    settings={
        "exploration": 1.0,
        "first_width": 8.0,
        "widening": 0.5,
        "playout_moves": -1,
        "value_weight": 0.0,
        "margin": 10.0,
    },
    factors=factors,
)
