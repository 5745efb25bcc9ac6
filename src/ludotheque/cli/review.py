"""`ludotheque review`: judge the decisions of a finished match."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table

from ludotheque import record
from ludotheque import review as reviews
from ludotheque.bots import Budget
from ludotheque.cli import arguments
from ludotheque.engine.knowledge import Factor
from ludotheque.games import spec_of
from ludotheque.review.model import GRADES, Decision


def review(
    path: arguments.RecordPath,
    seconds: Annotated[float, typer.Option(help="Seconds to spend on the whole match.")] = 30.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
) -> None:
    """Judge each decision of a match by what its seat knew then, and with hindsight."""
    budget = Budget(seconds=seconds)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with arguments.naming(path), Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        stored = record.load(path)
        task = progress.add_task("Reviewing the match", total=1.0)
        result = reviews.review(stored, budget, lambda part: progress.update(task, completed=part))
    if as_json:
        print(msgspec.json.encode(result).decode())
    else:
        show(result)


def show(result: reviews.Review) -> None:
    console = Console(highlight=False)
    for index in result.moments:
        for line in describe(result, result.decisions[index]):
            console.print(line, markup=False)
        console.print()
    console.print(_decisions(result))
    console.print()
    console.print(_accounts(result))
    if not result.decisions:
        console.print("There was nothing to decide in this match.")


def describe(result: reviews.Review, decision: Decision) -> list[str]:
    """Describe a decision that something can be learned from."""
    judged = decision.judgement
    lines = [
        f"Move {judged.number}, seat {judged.seat}: {judged.move} was {_article(decision.grade)} {decision.grade}"
        f" ({_value(result, -decision.loss)}). Better: {judged.known.best_move}."
    ]
    for move, factors in ((judged.known.best_move, judged.best_factors), (judged.move, judged.played_factors)):
        lines += [f"  {move}: {_sentence(result.game, factor)}" for factor in factors]
    return lines


def _article(grade: str) -> str:
    return "an" if grade == "inaccuracy" else "a"


def _sentence(game: str, factor: Factor) -> str:
    return spec_of(game).sentence_of("factors", factor.key, factor.params)


def _value(result: reviews.Review, value: float) -> str:
    """Format a value or, with its sign, a difference of two."""
    return f"{value:+.1f} points" if result.unit == "points" else f"{100 * value:+.0f}%"


def _decisions(result: reviews.Review) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("move", "seat", "played", "known then", "hindsight", "", "better"):
        table.add_column(heading, justify="right" if heading in ("move", "seat", "known then", "hindsight") else "left")
    for decision in result.decisions:
        judged = decision.judgement
        values = (evaluation.played[judged.seat] for evaluation in (judged.known, judged.hindsight))
        shown = (_value(result, value).lstrip("+").removesuffix(" points") for value in values)
        better = judged.known.best_move if decision.grade not in ("best", "good") else ""
        table.add_row(str(judged.number), str(judged.seat), judged.move, *shown, decision.grade, better)
    return table


def _accounts(result: reviews.Review) -> Table:
    table = Table(box=None, pad_edge=False)
    residual = () if result.residual == "nothing" else (result.residual,)
    for heading in ("seat", *residual, "play", "others' play", "lost per move", *GRADES):
        table.add_column(heading, justify="right")
    for seat, account in enumerate(result.accounts):
        numbers = [*(account.residual for _ in residual), account.play, account.others, -account.loss]
        table.add_row(str(seat), *(_value(result, number) for number in numbers), *map(str, account.grades))
    return table
