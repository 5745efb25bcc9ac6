"""Registers what the bots know about Nasca."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge, choose_at_random
from ludotheque.games.nasca.bot.endgame import solve
from ludotheque.games.nasca.bot.evaluation import value, weigh
from ludotheque.games.nasca.bot.factors import factors
from ludotheque.games.nasca.bot.tuning import TUNING
from ludotheque.games.nasca.rules.state import STATE

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose_at_random,
    tuning=TUNING,
    settings={
        "exploration": 1.2,
        "first_width": 16.0,
        "widening": 1.0,
        "playout_moves": 0,
        "value_weight": 0.0,
        "margin": 20.0,
    },
    factors=factors,
    solve=solve,
)
