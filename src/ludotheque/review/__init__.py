"""Looking back at a match: what each decision was worth, by what its seat knew then and with hindsight."""

from ludotheque.review.looking_back import review
from ludotheque.review.model import Judgement, Review
from ludotheque.review.schedule import Course, Positions, Task, load_review
from ludotheque.review.summary import summary

__all__ = ["Course", "Judgement", "Positions", "Review", "Task", "load_review", "review", "summary"]
