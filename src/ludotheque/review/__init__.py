"""Reviews of matches: what each decision was worth, by what its seat knew and with hindsight."""

from ludotheque.review.model import Judgement, Review
from ludotheque.review.schedule import REVIEW_SEED, Positions, Schedule, Task, load_review, review
from ludotheque.review.summary import summarize

__all__ = ["REVIEW_SEED", "Judgement", "Positions", "Review", "Schedule", "Task", "load_review", "review", "summarize"]
