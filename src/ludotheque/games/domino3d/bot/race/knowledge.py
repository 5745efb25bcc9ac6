"""Registers what the bots know about the race of Domino 3D."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge, choose_at_random
from ludotheque.games.domino3d.bot.race.evaluation import value, weigh
from ludotheque.games.domino3d.bot.race.factors import factors
from ludotheque.games.domino3d.bot.race.tuning import TUNING
from ludotheque.games.domino3d.bot.race.win_chances import judge
from ludotheque.games.domino3d.rules.race.state import STATE

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose_at_random,
    tuning=TUNING,
    settings={},
    factors=factors,
    # A search would follow the plan anyway: the other seats do not affect it.
    planned=True,
    judge=judge,
)
