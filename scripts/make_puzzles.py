"""Make puzzles for a game: positions from self-play in which one move is clearly the best.

A quick search picks positions where one move stands out, and which a casual player (level 2) would miss. A longer
search, which looks at the best other moves each on its own, has to agree; in Keks all moves are tried to the end, and
exactly one has to win. The puzzles are written to the game's folder, the easier ones first. From the repository's root:

    .venv/bin/python scripts/make_puzzles.py nasca --count 36
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress

import ludotheque
from ludotheque import bots
from ludotheque.bots import Budget
from ludotheque.bots.search import Candidate, SearchBot, Settings, load_knowledge
from ludotheque.games.keks import endgame
from ludotheque.games.keks.weighing import TUNING
from ludotheque.match import Match
from ludotheque.teaching.puzzles import Puzzle

#: The best move has at least so much more chance than the next, in the quick search and in the long one.
LEAD_AT_FIRST, LEAD = 0.15, 0.2
#: So many other moves are looked at on their own.
RIVALS = 4
#: Fewer moves are no choice.
LEAST_MOVES = 4
#: Positions that are tried to the end in Keks have at most so many tiles.
MOST_TILES, LEAST_TILES, LOOKS = 24, 9, 40_000_000
#: What is played; everything else by default. Domino 3D has no sand in a puzzle.
OPTIONS = {"domino3d": {"sand": 0}}
console = Console()


class Finder:
    """Finds puzzles of one game."""

    def __init__(self, game: str, simulations: int, seed: str) -> None:
        load_knowledge(game)
        self.game, self.simulations, self.seed = game, simulations, seed
        self.searcher = SearchBot("puzzles", Budget(simulations=simulations), Settings(threads=1))
        self.player, self.casual = bots.level(game, 3), bots.level(game, 2)
        self.chance = random.Random(seed)

    def positions(self) -> Iterator[Match]:
        """A position each of many matches between club players."""
        number = 0
        while True:
            number += 1
            options = OPTIONS.get(self.game, {})
            match = ludotheque.game(self.game).start(2, f"puzzle {self.seed} {number}", options)
            states = []
            while not match.over:
                seat = match.to_act[0]
                if len(match.legal_moves(seat)) >= LEAST_MOVES:
                    states.append(match.copy())
                match.play(self.player.move(match, seat, seed=number), seat)
            yield from self.chance.sample(states, min(3, len(states)))

    def puzzle(self, match: Match) -> Puzzle | None:
        found = self._solved(match) if self.game == "keks" else self._searched(match)
        if found is None or found.best == self.casual.move(match, found.seat, seed=1):
            return None
        return found

    def _made(self, match: Match, best: str, chance: float, other: float, proof: str) -> Puzzle:
        seat = match.to_act[0]
        about = (match.seats, match.options, str(match.record()["seed"]), match.history, seat)
        return Puzzle(*about, best, round(chance, 3), round(other, 3), proof)

    # Keks: all moves to the end

    def _solved(self, match: Match) -> Puzzle | None:
        if not LEAST_TILES <= int(match._states[0].tiles).bit_count() <= MOST_TILES:
            return None
        winning = []
        for move in match.legal_moves():
            wins = self._wins(match, move)
            if wins is None:
                return None
            if wins:
                winning.append(move)
        return self._made(match, winning[0], 1.0, 0.0, "solved") if len(winning) == 1 else None

    def _wins(self, match: Match, move: str) -> bool | None:
        """Whether the mover wins with it, if both play their best; None: it takes too long to know."""
        seat, after = match.to_act[0], match.copy()
        after.play(move)
        if after.over:
            return seat in after.winners
        room = endgame.Room()
        room.states[0] = after._states[0]
        found = endgame.outcome(room.states, room.line, room.table, np.array(TUNING), LOOKS)
        return None if found == endgame.UNKNOWN else (found == endgame.WON) == (after.to_act[0] == seat)

    # The others: a long search

    def _searched(self, match: Match) -> Puzzle | None:
        seat = match.to_act[0]
        first = self._ranked(match, seat, self.simulations)
        if len(first) < 2 or first[0].value - first[1].value < LEAD_AT_FIRST or first[0].value < LEAD:
            return None
        again = self._ranked(match, seat, 8 * self.simulations)
        if again[0].move != first[0].move:
            return None
        best = again[0].move
        # The long search may have tried others too rarely to tell; those of the quick one are rivals too.
        rivals = [one.move for one in (*again, *first) if one.move != best]
        values = {move: self._alone(match, seat, move) for move in (best, *list(dict.fromkeys(rivals))[:RIVALS])}
        other = max(value for move, value in values.items() if move != best)
        if values[best] - other < LEAD:
            return None
        return self._made(match, best, values[best], other, "search")

    def _ranked(self, match: Match, seat: int, simulations: int) -> list[Candidate]:
        """Moves that were tried often enough to know them, the best first."""
        found = self.searcher.candidates(match, seat, Budget(simulations=simulations))
        often = max(one.visits for one in found) / 50
        return sorted((one for one in found if one.visits >= often), key=lambda one: -one.value)

    def _alone(self, match: Match, seat: int, move: str) -> float:
        """The seat's chance after a move, by a search of its own."""
        after = match.copy()
        after.play(move, seat)
        if after.over:
            return (seat in after.winners) / len(after.winners)
        mover = after.to_act[0]
        legal = after.legal_moves(mover)
        if len(legal) == 1:  # nothing to search there: the position after that tells
            value = self._alone(after, mover, legal[0])
        else:
            found = self.searcher.candidates(after, mover, Budget(simulations=4 * self.simulations))
            value = sum(one.value * one.visits for one in found) / max(1, sum(one.visits for one in found))
        return value if mover == seat else 1 - value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=["keks", "nasca", "nasenspiel", "domino3d"])
    parser.add_argument("--count", type=int, default=36)
    parser.add_argument("--simulations", type=int, default=4000, help="of the quick search")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    finder, found = Finder(asked.game, asked.simulations, asked.seed), []
    path: Path = ludotheque.game(asked.game).spec.folder / "puzzles.jsonl"
    with Progress(console=console) as bar:
        task = bar.add_task(f"Puzzles of {asked.game}", total=asked.count)
        for match in finder.positions():
            puzzle = finder.puzzle(match)
            if puzzle:
                found.append(puzzle)
                bar.advance(task)
            if len(found) >= asked.count:
                break
    # Fewer moves to choose from and a larger lead make it easier.
    found.sort(key=lambda one: len(one.position(asked.game).legal_moves(one.seat)) * (1.5 - one.chance + one.next))
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in found))
    console.print(f"{len(found)} puzzles in {path.name}")


if __name__ == "__main__":
    main()
