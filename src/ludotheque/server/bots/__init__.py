"""The bots of the server and other offloaded work: processes of the lowest priority, shared fairly by lanes."""

from ludotheque.server.bots.fair_queue import NOBODY, Asker
from ludotheque.server.bots.jobs import BotRequest, HintRequest, QueryRequest, ReviewRequest, hint_for, request_for
from ludotheque.server.bots.lanes import QUOTAS, BotsBusy, Lane, TooManyAtOnce
from ludotheque.server.bots.pool import BotFailed, BotPool

__all__ = [
    "NOBODY",
    "QUOTAS",
    "Asker",
    "BotFailed",
    "BotPool",
    "BotRequest",
    "BotsBusy",
    "HintRequest",
    "Lane",
    "QueryRequest",
    "ReviewRequest",
    "TooManyAtOnce",
    "hint_for",
    "request_for",
]
