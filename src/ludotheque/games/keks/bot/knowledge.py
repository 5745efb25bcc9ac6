"""Registers what the bots know about Keks."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge, choose_at_random
from ludotheque.games.keks.bot.endgame import position_key, solve
from ludotheque.games.keks.bot.evaluation import value, weigh
from ludotheque.games.keks.bot.factors import factors
from ludotheque.games.keks.bot.tuning import TUNING
from ludotheque.games.keks.rules.state import STATE

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose_at_random,
    tuning=TUNING,
    settings={"margin": 5.0, "value_weight": 1.0, "exploration": 2.0},
    factors=factors,
    solve=solve,
    position_key=position_key,
)
