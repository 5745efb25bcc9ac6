"""`ludotheque review`: a match looked back at, in the terminal."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table

from ludotheque import record
from ludotheque.bots import Budget
from ludotheque.cli.replay import FilePath
from ludotheque.games import spec
from ludotheque.review import Review, review
from ludotheque.review.model import GRADES, Decision, Factor


def look_back(
    path: FilePath,
    seconds: Annotated[float, typer.Option(help="How long to think about the whole match.")] = 30.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
) -> None:
    """Judge each decision of a match by what its seat knew then, and with hindsight."""
    stored, budget = record.load(path), Budget(seconds=seconds)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Looking back at the match", total=1.0)
        found = review(stored, budget, lambda part: progress.update(task, completed=part))
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found)


def show(found: Review) -> None:
    console = Console(highlight=False)
    for place in found.moments:
        for line in moment(found, found.decisions[place]):
            console.print(line, markup=False)
        console.print()
    console.print(_decisions(found))
    console.print()
    console.print(_accounts(found))
    if not found.decisions:
        console.print("There was nothing to decide in this match.")


def moment(found: Review, one: Decision) -> list[str]:
    """A decision from which something can be learned, in words."""
    made = one.judgement
    lines = [
        f"Move {made.number}, seat {made.seat}: {made.move} was {_article(one.grade)} {one.grade}"
        f" ({_value(found, -one.loss)}). Better: {made.known.better}."
    ]
    for move, factors in ((made.known.better, made.why), (made.move, made.instead)):
        lines += [f"  {move}: {_sentence(found.game, factor)}" for factor in factors]
    return lines


def _article(grade: str) -> str:
    return "an" if grade == "inaccuracy" else "a"


def _sentence(game: str, factor: Factor) -> str:
    return spec(game).sentence_of("factors", factor.key, factor.params)


def _value(found: Review, value: float) -> str:
    """A value, or with its sign a difference of two."""
    return f"{value:+.1f} points" if found.unit == "points" else f"{100 * value:+.0f}%"


def _decisions(found: Review) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("move", "seat", "played", "known then", "hindsight", "", "better"):
        table.add_column(heading, justify="right" if heading in ("move", "seat", "known then", "hindsight") else "left")
    for one in found.decisions:
        made = one.judgement
        values = (worth.played[made.seat] for worth in (made.known, made.hindsight))
        shown = (_value(found, value).lstrip("+").removesuffix(" points") for value in values)
        better = made.known.better if one.grade not in ("best", "good") else ""
        table.add_row(str(made.number), str(made.seat), made.move, *shown, one.grade, better)
    return table


def _accounts(found: Review) -> Table:
    table = Table(box=None, pad_edge=False)
    rest = () if found.rest == "nothing" else (found.rest,)
    for heading in ("seat", *rest, "play", "others' play", "lost a move", *GRADES):
        table.add_column(heading, justify="right")
    for seat, account in enumerate(found.accounts):
        numbers = [*(account.rest for _ in rest), account.play, account.others, -account.loss]
        table.add_row(str(seat), *(_value(found, number) for number in numbers), *map(str, account.grades))
    return table
