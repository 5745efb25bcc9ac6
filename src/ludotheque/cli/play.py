"""`ludotheque play`: a match in the terminal, against computer players."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console

from ludotheque.catalogue import game
from ludotheque.cli import arguments, games
from ludotheque.cli.plain_play import PlainPlay
from ludotheque.cli.session import Session, check_seat, get_ready, level_name, opponents
from ludotheque.games import names

Deal = Callable[[], Session]


def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Without it you pick one.")] = None,
    level: Annotated[
        int, typer.Option(min=0, max=5, help="The others: from 1, a friendly beginner, to 5; 0 plays at random.")
    ] = 2,
    seats: arguments.Seats = None,
    seat: Annotated[int, typer.Option(help="Your seat; seat 0 usually starts.")] = 0,
    seed: arguments.Seed = None,
    option: arguments.OptionTexts = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch the computer play all seats.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Plain text, line by line.")] = False,
) -> None:
    """Play a match in the terminal against the computer.

    In a pipe it is plain text, as with --plain.
    """
    console = Console(highlight=False)

    def deal() -> Session:
        match = game(asked).start(seats, seed, options)
        you = None if watch else check_seat(match, seat)
        if level:
            with Console(stderr=True).status("The computer gets ready (this takes a while only once) ..."):
                get_ready(match, level)
        return Session(match, you, opponents(match, you, level), level_name(level), random.Random(seed))

    try:
        options = arguments.options(option)
        asked = name or _pick(console)
        if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            PlainPlay(console, deal()).run()
        else:
            _fill_the_screen(deal)
    except (EOFError, KeyboardInterrupt):
        console.print("\nGood-bye.")


def _fill_the_screen(deal: Deal) -> None:
    """Matches until somebody has enough."""
    # Textual takes a third of a second to load, which `--plain` and the other commands need not wait for.
    from ludotheque.cli.terminal.app import TerminalPlay
    from ludotheque.cli.terminal.presenter import AGAIN

    while TerminalPlay(deal()).run() == AGAIN:
        pass


def _pick(console: Console) -> str:
    """Ask until the answer is a game: its name or its number."""
    games.games()
    while True:
        answer = console.input("\nWhich game? (name or number from 1) ").strip().lower()
        if answer in names():
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names()):
            return names()[int(answer) - 1]
        console.print(f"There is no game {answer!r}: type {', '.join(names())}, or 1 to {len(names())}.", markup=False)
