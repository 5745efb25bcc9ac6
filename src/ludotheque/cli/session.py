"""A person's match against computer players: what plain text and the terminal program have in common."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field

from ludotheque.bots import Bot, Budget, RandomBot, Suggestion, level, suggest
from ludotheque.bots.levels import NAMES
from ludotheque.cli.event_text import sentences
from ludotheque.errors import BadSetup, IllegalMove, LudothequeError, NothingToUndo
from ludotheque.games import spec
from ludotheque.match import Match

HINT_SECONDS = 1.0


@dataclass(frozen=True)
class Preview:
    """What a move would do: in sentences, by the names of its events, and the match as it would stand then."""

    sentences: list[str]
    events: list[str]
    match: Match


@dataclass
class Session:
    """A match, the person's seat in it (None: only watching), and the bots of the others.

    All methods but `think` and `hints` are for one thread; those two take a match that `dealt_for` made, and may run
    beside anything.
    """

    match: Match
    you: int | None
    bots: dict[int, Bot]
    #: Who the bots are, in words.
    against: str = "the computer"
    chance: random.Random = field(default_factory=random.Random)
    #: How often moves were taken back. What was thought about an earlier position is of no use then.
    undone: int = 0
    _last_bot: int = -1
    _thinking: threading.Lock = field(default_factory=threading.Lock)

    @property
    def title(self) -> str:
        return spec(self.match.game).title

    @property
    def about(self) -> str:
        """Who plays."""
        if self.you is None:
            return f"watching {self.against}"
        return f"you have seat {self.you}, against {self.against}" if self.bots else "you play alone"

    @property
    def your_turn(self) -> bool:
        return self.you is not None and self.you in self.match.to_act

    def moves(self) -> list[str]:
        """Your legal moves now."""
        return self.match.legal_moves(self.you) if self.your_turn else []

    def play(self, move: str) -> None:
        """Play for you; the errors of `Match.play`."""
        if self.you is None:
            raise BadSetup("you are only watching: the computer plays all seats")
        self.match.play(move, self.you)

    def log(self) -> list[str]:
        """All that has happened, as you may know it."""
        return sentences(self.match.game, self.match.events(0, self.you))

    def preview(self, move: str) -> Preview:
        """What one of your legal moves would do, as far as chance has no part in it."""
        assert self.you is not None
        match = self.match.redeal(self.you, "preview")
        events = [event for event in match.play(move, self.you) if event["event"] not in match.mode.chance_events]
        return Preview(sentences(match.game, events), [event["event"] for event in events], match)

    def undo(self) -> None:
        """Back to before your last move; NothingToUndo where there is none, or where it would not be fair."""
        if self.match.mode.simultaneous:
            raise NothingToUndo("no move is taken back in a race, where all build at once: lift a domino instead")
        if self.match.mode.secret:
            raise NothingToUndo(
                f"no move is taken back in {self.title}: since then cards or dominoes may have come out "
                "that nobody could know before"
            )
        yours = [number for number, (seat, _) in enumerate(self.match.history) if seat == self.you]
        if not yours:
            raise NothingToUndo("you have not moved yet")
        while len(self.match.history) > yours[-1]:
            self.match.undo()
        self.undone += 1

    # The computer players

    def next_bot(self) -> int | None:
        """The bot whose turn it is; where several may move at once, they take turns. None: nobody but you."""
        seats = [seat for seat in self.match.to_act if seat != self.you]
        if not seats:
            return None
        later = [seat for seat in seats if seat > self._last_bot]
        self._last_bot = (later or seats)[0]
        return self._last_bot

    def dealt_for(self, seat: int) -> Match:
        """A match of its own for a bot: all that the seat has seen, and nothing more."""
        return self.match.redeal(seat, self.chance.getrandbits(60))

    def think(self, seat: int, match: Match) -> str:
        """The bot's move; may take seconds. One bot thinks at a time, since it may keep what it thought."""
        with self._thinking:
            return self.bots[seat].move(match, seat, seed=self.chance.getrandbits(31))

    def hints(self, seat: int, match: Match) -> list[Suggestion]:
        """Good moves of the seat, the best first; takes about a second."""
        with self._thinking:
            return suggest(match, seat, HINT_SECONDS)

    @property
    def hint_heading(self) -> str:
        """What the figures of hints mean."""
        return "Hint: the points to expect" if self.match.seats == 1 else "Hint: your chance to win"

    # Results

    def result(self) -> str:
        """How the match ended, as you see it."""
        winners, scores = self.match.winners, " : ".join(map(str, self.match.scores))
        if self.match.seats == 1:
            return f"The match is over: {scores} points."
        if self.you in winners:
            told = "You win" if len(winners) == 1 else "You share the win"
        else:
            told = " and ".join(f"seat {seat}" for seat in winners) + (" wins" if len(winners) == 1 else " win")
        return f"The match is over, {scores}. {told[0].upper()}{told[1:]}."


def opponents(match: Match, you: int | None, level_number: int) -> dict[int, Bot]:
    """A bot of that level for every other seat; level 0 plays at random. UnknownBot for a level that there is not."""
    others = [seat for seat in range(match.seats) if seat != you]
    return {seat: level(match.game, level_number) if level_number else RandomBot() for seat in others}


def get_ready(match: Match, level_number: int) -> None:
    """Have everything compiled that thinking and hints need: long the first time ever, a blink afterwards."""
    seat = match.to_act[0]
    seen = match.redeal(seat, "get ready")
    level(match.game, level_number).move(seen, seat, Budget(simulations=1))
    suggest(seen, seat, seconds=0.01)


def level_name(number: int) -> str:
    """A level for people."""
    return f"level {number}, {NAMES[number - 1]}" if number else "random moves"


def check_seat(match: Match, seat: int) -> int:
    if not 0 <= seat < match.seats:
        raise BadSetup(f"--seat {seat}: the seats of this match are 0 to {match.seats - 1}")
    return seat


def refusal(error: LudothequeError) -> str:
    """Why a move was refused, with the number of its rule."""
    return f"{error} (rule {error.rule})" if isinstance(error, IllegalMove) else str(error)
