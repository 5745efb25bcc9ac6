"""Registers what the bots know about NOX."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge
from ludotheque.games.nox.bot.evaluation import value, weigh
from ludotheque.games.nox.bot.factors import factors
from ludotheque.games.nox.bot.playout import choose
from ludotheque.games.nox.bot.tuning import TUNING
from ludotheque.games.nox.rules.state import STATE

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose,
    tuning=TUNING,
    settings={
        "exploration": 1.0,
        "first_width": 6.0,
        "widening": 0.5,
        "playout_moves": 20,
        "value_weight": 0.0,
        "margin": 30.0,
    },
    factors=factors,
)
