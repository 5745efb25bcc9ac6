"""Bots of the server: they think in worker processes, at the lowest priority, on re-dealt matches."""

from ludotheque.server.bots.jobs import BotRequest, HintRequest, ReviewRequest, hint_for, request_for
from ludotheque.server.bots.pool import BotFailed, BotPool, BotsBusy

__all__ = ["BotFailed", "BotPool", "BotRequest", "BotsBusy", "HintRequest", "ReviewRequest", "hint_for", "request_for"]
