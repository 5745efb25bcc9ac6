"""A match as plain text, line by line, for pipes and screen readers."""

from __future__ import annotations

from rich.console import Console

from ludotheque.cli import rules
from ludotheque.cli.session import Session, refusal_text
from ludotheque.errors import LudothequeError

HELP = """Type a move, or one of these:
  moves          list your legal moves (moves d: those that begin with d)
  try MOVE       show what a move would do
  board          show the board again
  log            show what has happened so far
  hint           show what the computer would play
  undo           take back your last move
  rules          print the rules of the game
  quit           leave"""
NO_SAND = "The sand timer does not run in plain text: take your time."
LISTED = 200


class PlainPlay:
    """One match between a person and bots, as text."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session
        self.printed = 0  # lines of the log

    def run(self) -> None:
        """Play until the match is over or the person leaves. Raises EOFError if the input has ended."""
        session = self.session
        if session.you is not None:
            self._print(HELP)
            if session.match.sand_seconds:
                self._print(NO_SAND)
            self._print("")
        while not session.match.over:
            if session.your_turn:
                self._show()
                if not self._your_move():
                    return
            self._others_move()
        self._show()
        self._print(session.result())

    def _others_move(self) -> None:
        """Let the bots move until it is your turn; where you may move at any time, let each of them move once."""
        session = self.session
        others, moved = len([seat for seat in session.match.to_act if seat != session.you]), 0
        while (moved < others or not session.your_turn) and (seat := session.next_bot()) is not None:
            session.match.play(session.think(seat, session.redealt_for(seat)), seat)
            moved += 1
            if session.you is None:
                self._show()

    def _show(self) -> None:
        """Print what has happened since the last time, and the board."""
        log = self.session.log()
        for line in log[self.printed :]:
            self._print(line)
        self.printed = len(log)
        self._board()

    def _board(self) -> None:
        self._print("\n" + self.session.match.text(self.session.you))

    def _your_move(self) -> bool:
        """Prompt until a move is played or taken back; False: the person leaves."""
        while True:
            answer = " ".join(self.console.input("\nYour move > ").split())
            if answer in ("quit", "exit"):
                return False
            if not self._handle_query(answer) and self._changes(answer):
                return True

    def _handle_query(self, answer: str) -> bool:
        """Handle a command that does not change the match; False: it is something else."""
        word, _, rest = answer.partition(" ")
        session = self.session
        if answer in ("", "help", "?"):
            self._print(HELP)
        elif word == "moves":
            self._list(rest)
        elif word == "try":
            self._try(rest)
        elif answer == "board":
            self._board()
        elif answer == "log":
            self._print("\n".join(session.log()))
        elif answer == "hint":
            self._hint()
        elif answer == "rules":
            rules.rules(session.match.game)
        else:
            return False
        return True

    def _changes(self, answer: str) -> bool:
        """Undo or play; if that is refused, print why and return False."""
        try:
            if answer == "undo":
                self.session.undo()
                self.printed = len(self.session.log())
            else:
                self.session.play(answer)
        except LudothequeError as error:
            self._print(f'{refusal_text(error)}. (Type "moves" for your legal moves.)')
            return False
        return True

    def _list(self, start: str) -> None:
        moves = [move for move in self.session.moves() if move.startswith(start)]
        shown = "  ".join(moves[:LISTED]) + ("  ..." if len(moves) > LISTED else "")
        self._print(f"{len(moves)} moves: {shown}")

    def _try(self, move: str) -> None:
        try:
            self._print("\n".join(self.session.preview(move).sentences))
        except LudothequeError as error:
            self._print(f"{refusal_text(error)}.")

    def _hint(self) -> None:
        session = self.session
        assert session.you is not None
        self._print(f"{session.hint_heading}.")
        for hint in session.hints(session.you, session.redealt_for(session.you)):
            self._print(f"{hint.move}: {hint.worth}. {'; '.join(hint.words)}".rstrip(" ."))

    def _print(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)
