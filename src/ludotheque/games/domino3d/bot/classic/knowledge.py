"""Registers what the bots know about Domino 3D, classic and solo."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge
from ludotheque.games.domino3d.bot.classic.evaluation import MARGIN, value, weigh
from ludotheque.games.domino3d.bot.classic.factors import factors
from ludotheque.games.domino3d.bot.classic.playout import choose
from ludotheque.games.domino3d.bot.classic.tuning import TUNING
from ludotheque.games.domino3d.rules.classic.state import STATE

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose,
    tuning=TUNING,
    # A reply depends on the domino drawn, so the few visits of each draw must go to its best placements.
    settings={
        "exploration": 0.2,
        "first_width": 1.0,
        "widening": 0.25,
        "playout_moves": 1,
        "value_weight": 0.0,
        "margin": MARGIN,
    },
    factors=factors,
)
