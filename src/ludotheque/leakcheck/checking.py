"""Random matches, in which two worlds that look the same to a seat are compared again and again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludotheque.catalogue import Game
from ludotheque.games.spec import Options
from ludotheque.leakcheck.channels import CHANNELS, known_to
from ludotheque.leakcheck.differences import Difference, first_difference
from ludotheque.match import Match

#: The part of the positions that are looked at; the first one of a match always is.
SHARE = 0.15
#: How many moves of a match are played at most.
LONGEST = 400
#: How many moves a seat tries to play in each position.
TRIED = 40


@dataclass(frozen=True)
class Leak:
    """What a seat (None: a spectator) can tell apart though it should not. `move`: the number of moves before it.

    `after_a_move`: not in the two worlds themselves, but when another seat had played the same move in both.
    """

    channel: str
    match: int
    move: int
    seat: int | None
    difference: Difference
    after_a_move: bool = False

    def __str__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        when = f"match {self.match}, after move {self.move}"
        more = " and the same move of another seat" if self.after_a_move else ""
        return f"{self.channel}: {who}, {when}{more}: {self.difference}"


@dataclass
class Findings:
    """`positions`: how many were looked at. `compared`: pairs of worlds. `changed`: those in which the states differ.

    `leaks`: the first one of each channel.
    """

    positions: int = 0
    compared: int = 0
    changed: int = 0
    channels: list[str] = field(default_factory=list)
    leaks: dict[str, Leak] = field(default_factory=dict)


def check(
    game: Game,
    matches: int = 1,
    seats: int | None = None,
    seed: str | int = 0,
    options: Options | None = None,
    *,
    hints: bool = True,
    longest: int = LONGEST,
) -> Findings:
    """Play random matches and compare what every seat and a spectator get in worlds that look the same to them.

    Raises BadSetup like `Game.start`. `hints`: also ask for hints, which takes longer.
    """
    without = () if hints else ("hints",)
    findings = Findings(channels=[name for name in CHANNELS if name not in without])
    for number in range(matches):
        match = game.start(seats, seed, options, number)
        _Checker(findings, match, number, without).play(longest)
    return findings


class _Checker:
    """Checks one match."""

    def __init__(self, findings: Findings, match: Match, number: int, without: tuple[str, ...]) -> None:
        self.findings, self.match, self.number, self.without = findings, match, number, without
        self.chance = random.Random(f"leakcheck {number}")
        #: Moves that somebody could play at some time, in the order of their appearance.
        self.moves: dict[str, None] = {}

    def play(self, longest: int) -> None:
        for number in range(longest):
            if number == 0 or self.match.over or self.chance.random() < SHARE:
                self._look()
            if self.match.over:
                return
            seat = self.chance.choice(self.match.to_act)
            legal = self.match.legal_moves(seat)
            self.moves |= dict.fromkeys(legal)
            self.match.play(self.chance.choice(legal), seat)

    def _look(self) -> None:
        self.findings.positions += 1
        tried = self.chance.sample(list(self.moves), min(TRIED, len(self.moves)))
        for seat in (None, *range(self.match.seats)):
            other = self.match.redeal(seat, f"again {self.number} {len(self.match.history)} {seat}")
            self.findings.changed += other.states.tobytes() != self.match.states.tobytes()
            self._compare(self.match, other, seat, tried)
            for one, two in self._after_a_move(other, seat):
                self._compare(one, two, seat, tried, after_a_move=True)

    def _after_a_move(self, other: Match, seat: int | None) -> Iterator[tuple[Match, Match]]:
        """Yield both worlds after the same move of another seat, unless the seat may see that they differ.

        What a move revealed is in the view from then on. If the views are still the same, nothing else may tell.
        """
        movers = [mover for mover in self.match.to_act if mover != seat]
        if not movers or not self.match.uncertain:
            return
        mover = movers[0]
        also = set(other.legal_moves(mover))
        move = next((move for move in self.match.legal_moves(mover) if move in also), None)
        if move is None:
            return
        worlds = self.match.copy(), other.copy()
        for world in worlds:
            world.play(move, mover)
        if worlds[0].view(seat) == worlds[1].view(seat):
            yield worlds

    def _compare(
        self, one: Match, other: Match, seat: int | None, tried: list[str], *, after_a_move: bool = False
    ) -> None:
        self.findings.compared += 1
        without = (*self.without, *self.findings.leaks)
        first, second = (known_to(world, seat, tried, without) for world in (one, other))
        for channel in first:
            difference = first_difference(first[channel], second[channel])
            if difference:
                place = (self.number, len(self.match.history), seat)
                self.findings.leaks[channel] = Leak(channel, *place, difference, after_a_move)
