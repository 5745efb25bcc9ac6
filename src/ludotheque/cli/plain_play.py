"""A match as plain text, line by line: for pipes and screen readers."""

from __future__ import annotations

from rich.console import Console

from ludotheque.cli import games
from ludotheque.cli.session import Session, refusal
from ludotheque.errors import LudothequeError

HELP = """Type a move. Or:
  moves          all your legal moves (moves d: those that begin with d)
  try d1         what the move d1 would do
  board          the board again
  log            what has happened so far
  hint           what the computer would play
  undo           take your last move back
  rules          the rules of the game
  quit           leave"""
NO_SAND = "There is no sand timer here: take your time. (It runs in the terminal program.)"
LISTED = 200


class PlainPlay:
    """One match between a person and the computer, as text."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session
        self.told = 0  # lines of the log that have been printed

    def run(self) -> None:
        """Until the match is over or the person leaves; EOFError at the end of the input."""
        session = self.session
        if session.you is not None:
            self._print(HELP)
            if session.match.sand_seconds:
                self._print(NO_SAND)
            self._print("")
        while not session.match.over:
            if session.your_turn:
                self._tell(board=True)
                if not self._your_move():
                    return
            self._others_move()
        self._tell(board=True)
        self._print(session.result())

    def _others_move(self) -> None:
        """The bots move until it is your turn; where you may move all the time (a race), each of them once."""
        session = self.session
        others, moved = len([seat for seat in session.match.to_act if seat != session.you]), 0
        while (moved < others or not session.your_turn) and (seat := session.next_bot()) is not None:
            session.match.play(session.think(seat, session.dealt_for(seat)), seat)
            moved += 1
            if session.you is None:
                self._tell(board=True)

    def _tell(self, *, board: bool) -> None:
        """What has happened since the last time, as your seat may know it, and the board."""
        log = self.session.log()
        for line in log[self.told :]:
            self._print(line)
        self.told = len(log)
        if board:
            self._board()

    def _board(self) -> None:
        self._print("\n" + self.session.match.text(self.session.you))

    def _your_move(self) -> bool:
        """Ask until a move is played or taken back; False to leave."""
        while True:
            answer = " ".join(self.console.input("\nYour move > ").split())
            if answer in ("quit", "exit"):
                return False
            if not self._is_question(answer) and self._changes(answer):
                return True

    def _is_question(self, answer: str) -> bool:
        """Answer what leaves the match as it is; False if it is something else."""
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
            games.rules(session.match.game)
        else:
            return False
        return True

    def _changes(self, answer: str) -> bool:
        """Undo or play; tell why not, if not."""
        try:
            if answer == "undo":
                self.session.undo()
                self.told = len(self.session.log())
            else:
                self.session.play(answer)
        except LudothequeError as error:
            self._print(f"{refusal(error)}. (moves: what you may play)")
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
            self._print(f"{refusal(error)}.")

    def _hint(self) -> None:
        session = self.session
        assert session.you is not None
        self._print(f"{session.hint_heading}.")
        for hint in session.hints(session.you, session.dealt_for(session.you)):
            self._print(f"{hint.move}: {hint.worth}. {'; '.join(hint.words)}".rstrip(" ."))

    def _print(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)
