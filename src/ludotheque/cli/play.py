"""`ludotheque play`: a match in the terminal, against random moves."""

from __future__ import annotations

import random
from typing import Annotated

import typer
from rich.console import Console

from ludotheque.cli import arguments, house
from ludotheque.cli.sentences import sentences
from ludotheque.errors import LudothequeError, NothingToUndo
from ludotheque.game import game
from ludotheque.games import names
from ludotheque.match import Match

HELP = """Type a move. Or:
  moves          all your legal moves (moves d: those that begin with d)
  undo           take your last move back
  rules          the rules of the game
  quit           leave"""
YOU = 0


def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Without it you pick one.")] = None,
    seats: arguments.Seats = None,
    seed: arguments.Seed = None,
    option: arguments.OptionTexts = None,
) -> None:
    """Play a match in the terminal. You have seat 0; the others play random moves."""
    console = Console(highlight=False)
    try:
        chosen = name or _pick(console)
        match = game(chosen).start(seats, seed, arguments.options(option))
        console.print(HELP + "\n", markup=False)
        Session(console, match).run()
    except (EOFError, KeyboardInterrupt):
        console.print("\nGood-bye.")


def _pick(console: Console) -> str:
    """Ask until the answer is a game: its name or its number."""
    house.games()
    while True:
        answer = console.input("\nWhich game? (name or number from 1) ").strip().lower()
        if answer in names():
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names()):
            return names()[int(answer) - 1]
        console.print(f"There is no game {answer!r}: type {', '.join(names())}, or 1 to {len(names())}.", markup=False)


class Session:
    """One match between a person and random moves, as text."""

    def __init__(self, console: Console, match: Match) -> None:
        self.console = console
        self.match = match
        self.told = 0  # moves whose events have been printed

    def run(self) -> None:
        while not self.match.over:
            if YOU in self.match.to_act:
                self._tell(board=True)
                if not self._your_move():
                    return
            else:
                seat = self.match.to_act[0]
                self.match.play(random.choice(self.match.legal_moves(seat)), seat)
        self._tell(board=True)

    def _tell(self, *, board: bool) -> None:
        """What has happened since the last time, as seat 0 may know it, and the board."""
        events = self.match.events(self.told, YOU) if self.told < len(self.match.history) else []
        for line in sentences(self.match.game, events):
            self.console.print(line, markup=False)
        self.told = len(self.match.history)
        if board:
            self.console.print("\n" + self.match.text(YOU), markup=False)

    def _your_move(self) -> bool:
        """Ask until a move is played or taken back; False to leave."""
        while True:
            answer = self.console.input("\nYour move > ").strip()
            word, _, rest = answer.partition(" ")
            if word == "quit":
                return False
            if word == "moves":
                self._list(rest)
            elif word == "rules":
                house.rules(self.match.game)
            elif answer in ("", "help", "?"):
                self.console.print(HELP, markup=False)
            elif self._changes(answer):
                return True

    def _changes(self, answer: str) -> bool:
        """Undo or play; tell why not, if not."""
        try:
            if answer == "undo":
                self._undo()
            else:
                self.match.play(answer, YOU)
        except LudothequeError as error:
            self.console.print(f"{error}. (moves: what you may play)", markup=False)
            return False
        return True

    def _list(self, start: str) -> None:
        moves = [move for move in self.match.legal_moves(YOU) if move.startswith(start)]
        self.console.print(
            f"{len(moves)} moves: " + "  ".join(moves[:200]) + ("  ..." if len(moves) > 200 else ""),
            markup=False,
        )

    def _undo(self) -> None:
        """Back to before your last move, random answers included."""
        yours = [i for i, (seat, _) in enumerate(self.match.history) if seat == YOU]
        if not yours:
            raise NothingToUndo("you have not moved yet")
        while len(self.match.history) > yours[-1]:
            self.match.undo()
        self.told = len(self.match.history)
