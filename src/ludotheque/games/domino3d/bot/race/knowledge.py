"""What the bots know about the race of Domino 3D, put together."""

from __future__ import annotations

from ludotheque.engine.knowledge import Knowledge, choose_at_random
from ludotheque.games.domino3d.bot.race.evaluation import TUNING, value, weigh
from ludotheque.games.domino3d.bot.race.factors import factors
from ludotheque.games.domino3d.bot.race.outlook import judge
from ludotheque.games.domino3d.rules.race.state import STATE

KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose_at_random,
    tuning=TUNING,
    settings={},
    factors=factors,
    # There is nothing to find out about the others: whoever searched would follow the plan.
    planned=True,
    judge=judge,
)
