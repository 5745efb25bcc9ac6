"""A person's match against bots: what plain text and the terminal program have in common."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field

from ludotheque.bots import Bot, Budget, Hint, RandomBot, find_hints, level
from ludotheque.bots.levels import NAMES
from ludotheque.errors import BadSetup, IllegalMove, LudothequeError, NothingToUndo
from ludotheque.games import spec_of
from ludotheque.match import Match

HINT_SECONDS = 1.0


@dataclass(frozen=True)
class Preview:
    """What a move would do: in sentences, as the names of its events, and the match after it."""

    sentences: list[str]
    events: list[str]
    match: Match


@dataclass
class Session:
    """A match, the person's seat in it (None: only watching), and the bots of the others.

    `think` and `hints` may run in any thread on a match that `redealt_for` made; everything else belongs to one thread.
    """

    match: Match
    you: int | None
    bots: dict[int, Bot]
    #: The bots in words.
    against: str = "the computer"
    chance: random.Random = field(default_factory=random.Random)
    #: How often moves were taken back. It tells that a bot has thought about a position that is gone.
    undone: int = 0
    _last_bot: int = -1
    _thinking: threading.Lock = field(default_factory=threading.Lock)

    @property
    def title(self) -> str:
        return spec_of(self.match.game).title

    @property
    def about(self) -> str:
        """Who plays, in words."""
        if self.you is None:
            return f"watching {self.against}"
        return f"you have seat {self.you}, against {self.against}" if self.bots else "you play alone"

    @property
    def your_turn(self) -> bool:
        return self.you is not None and self.you in self.match.to_act

    def moves(self) -> list[str]:
        """Your legal moves; none while it is not your turn."""
        return self.match.legal_moves(self.you) if self.your_turn else []

    def play(self, move: str) -> None:
        """Play one of your moves. Raises what `Match.play` raises."""
        if self.you is None:
            raise BadSetup("you are watching; the computer plays all seats")
        self.match.play(move, self.you)

    def log(self) -> list[str]:
        """Return everything that has happened, as far as you may know it."""
        return self.match.spec.words.events(self.match.events(0, self.you))

    def preview(self, move: str) -> Preview:
        """Return what one of your legal moves would do, without the events that depend on chance."""
        assert self.you is not None
        match = self.match.redeal(self.you, "preview")
        by_chance = match.mode.chance_events
        events = [event for event in match.play(move, self.you) if event["event"] not in by_chance]
        return Preview(match.spec.words.events(events), [event["event"] for event in events], match)

    def undo(self) -> None:
        """Go back to before your last move.

        Raises NothingToUndo if you have not moved yet, or taking moves back would not be fair in this game.
        """
        if self.match.mode.simultaneous:
            raise NothingToUndo("moves cannot be taken back where several seats play at the same time")
        if self.match.uncertain:
            raise NothingToUndo(
                f"moves cannot be taken back in {self.title}: they may have revealed what was hidden before"
            )
        yours = [number for number, (seat, _) in enumerate(self.match.history) if seat == self.you]
        if not yours:
            raise NothingToUndo("you have not moved yet")
        while len(self.match.history) > yours[-1]:
            self.match.undo()
        self.undone += 1

    # The bots

    def next_bot(self) -> int | None:
        """Return the seat of the bot to move next; where several may move, they take turns. None: there is none."""
        seats = [seat for seat in self.match.to_act if seat != self.you]
        if not seats:
            return None
        later = [seat for seat in seats if seat > self._last_bot]
        self._last_bot = (later or seats)[0]
        return self._last_bot

    def redealt_for(self, seat: int) -> Match:
        """Return a match for a bot to think about: it holds what the seat has seen, and the rest is re-dealt."""
        return self.match.redeal(seat, self.chance.getrandbits(60))

    def think(self, seat: int, match: Match) -> str:
        """Return the bot's move; this may take seconds. Bots think one at a time, since they may keep their trees."""
        with self._thinking:
            return self.bots[seat].move(match, seat, seed=self.chance.getrandbits(31))

    def hints(self, seat: int, match: Match) -> list[Hint]:
        """Return good moves of the seat, the best first; this takes about a second."""
        with self._thinking:
            return find_hints(match, seat, HINT_SECONDS)

    @property
    def hint_heading(self) -> str:
        """What the figures beside the hints mean."""
        return "Hint: expected points" if self.match.seats == 1 else "Hint: your chance to win"

    # Results

    def result(self) -> str:
        """Say how the match ended."""
        winners, scores = self.match.winners, " : ".join(map(str, self.match.scores))
        if self.match.seats == 1:
            return f"The match is over: {scores} points."
        if self.you in winners:
            outcome = "You win" if len(winners) == 1 else "You share the win"
        else:
            outcome = " and ".join(f"seat {seat}" for seat in winners) + (" wins" if len(winners) == 1 else " win")
        return f"The match is over, {scores}. {outcome[0].upper()}{outcome[1:]}."


def opponents(match: Match, you: int | None, level_number: int) -> dict[int, Bot]:
    """Return a bot for every other seat; level 0 plays at random. Raises UnknownBot if there is no such level."""
    others = [seat for seat in range(match.seats) if seat != you]
    return {seat: level(match.game, level_number) if level_number else RandomBot() for seat in others}


def get_ready(match: Match, level_number: int) -> None:
    """Compile what the bots and hints need; after the first time this loads it from the cache."""
    seat = match.to_act[0]
    redealt = match.redeal(seat, "get ready")
    level(match.game, level_number).move(redealt, seat, Budget(simulations=1))
    find_hints(redealt, seat, seconds=0.01)


def level_name(number: int) -> str:
    """Return what a level is called."""
    return f"level {number}, {NAMES[number - 1]}" if number else "random moves"


def check_seat(match: Match, seat: int) -> int:
    if not 0 <= seat < match.seats:
        raise BadSetup(f"--seat {seat}: this match has the seats 0 to {match.seats - 1}")
    return seat


def refusal_text(error: LudothequeError) -> str:
    """Say why a move was refused, with the number of the rule."""
    return f"{error} (rule {error.rule})" if isinstance(error, IllegalMove) else str(error)
