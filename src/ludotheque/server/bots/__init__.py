"""The bots of the server and other offloaded work: processes of the lowest priority, shared fairly by lanes."""

from ludotheque.server.bots.fair_queue import NOBODY, Asker
from ludotheque.server.bots.jobs import BotRequest, HintRequest, QueryRequest, ReviewRequest, hint_for, request_for
from ludotheque.server.bots.lanes import QUOTAS, Lane, TooManyAtOnce, WorkersBusy
from ludotheque.server.bots.pool import JobFailed, WorkerPool

__all__ = [
    "NOBODY",
    "QUOTAS",
    "Asker",
    "BotRequest",
    "HintRequest",
    "JobFailed",
    "Lane",
    "QueryRequest",
    "ReviewRequest",
    "TooManyAtOnce",
    "WorkerPool",
    "WorkersBusy",
    "hint_for",
    "request_for",
]
