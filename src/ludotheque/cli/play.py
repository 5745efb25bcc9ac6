"""`ludotheque play`: a match against bots in the terminal."""

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
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"One of: {', '.join(names())}. Default: choose from a list.")
    ] = None,
    level: Annotated[
        int, typer.Option(min=0, max=5, help="Level of the bots: 1 (friendly beginner) to 5; 0 plays at random.")
    ] = 2,
    seats: arguments.Seats = None,
    seat: Annotated[int, typer.Option(help="Your seat; seat 0 usually starts.")] = 0,
    seed: arguments.Seed = None,
    option: arguments.OptionTexts = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch bots play all seats.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Use plain text, line by line.")] = False,
) -> None:
    """Play a match against bots in the terminal.

    In a pipe it uses plain text, as with --plain.
    """
    console = Console(highlight=False)

    def deal() -> Session:
        match = game(asked).start(seats, seed, options)
        you = None if watch else check_seat(match, seat)
        if level:
            with Console(stderr=True).status("Preparing the bots (takes a while the first time) ..."):
                get_ready(match, level)
        return Session(match, you, opponents(match, you, level), level_name(level), random.Random(seed))

    try:
        options = arguments.options(option)
        asked = name or _pick(console)
        if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
            PlainPlay(console, deal()).run()
        else:
            _play_full_screen(deal)
    except (EOFError, KeyboardInterrupt):
        console.print("\nGood-bye.")


def _play_full_screen(deal: Deal) -> None:
    """Play matches until the person leaves."""
    # Textual takes a third of a second to import; `--plain` and the other commands do not need it.
    from ludotheque.cli.terminal.app import TerminalPlay
    from ludotheque.cli.terminal.presenter import AGAIN

    while TerminalPlay(deal()).run() == AGAIN:
        pass


def _pick(console: Console) -> str:
    """Prompt until the answer is the name or the number of a game."""
    games.games()
    while True:
        answer = console.input("\nWhich game? (name or number from 1) ").strip().lower()
        if answer in names():
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names()):
            return names()[int(answer) - 1]
        console.print(f"There is no game {answer!r}: type {', '.join(names())}, or 1 to {len(names())}.", markup=False)
