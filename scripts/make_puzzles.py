"""Make puzzles for a game: positions from self-play in which one move is clearly the best.

A quick search plays matches against itself, with each option in turn, and collects positions in which one of its moves
stands out and a casual player (level 2) would miss it. Each candidate has to be proved: if the game can search all
moves to the end, exactly one has to win; otherwise a search ten times as long has to find the same move, and it has to
lead the other good moves when each is searched on its own, twice, with different seeds. `Spec.puzzle_search` declares
what differs between games. A match gives one puzzle at most. Each is added to the game's folder as soon as it is
found, so that the script can be stopped and started again; at the end the puzzles are sorted from easy to hard. From
the repository's root:

    .venv/bin/python scripts/make_puzzles.py nasca --count 36
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import Progress

import ludotheque
from ludotheque import bots
from ludotheque.bots import Budget
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.search_tree import Candidate
from ludotheque.bots.workspace import SearchSettings
from ludotheque.games import load_knowledge, spec_of
from ludotheque.match import Match
from ludotheque.review.judging import values_after, what_to_redeal
from ludotheque.teaching.puzzles import Puzzle, puzzles

#: Budgets of the confirming search and of the search of a single move, as multiples of the quick search.
LONGER, ALONE = 10, 8
#: How many other moves are searched on their own.
RIVALS = 6
#: The fewest legal moves of a puzzle.
MIN_MOVES = 4
#: How many moves of a match are drawn from the best few, so that matches without chance differ.
OPENING = 6
#: How many candidates of a match are tried.
TRIES = 4
console = Console()


def setups(game: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Cycle through numbers of seats and options."""
    declared = spec_of(game).puzzle_search.setups
    return itertools.cycle(declared or [(seats, {}) for seats in spec_of(game).seats])


class Finder:
    """Finds puzzles of one game."""

    def __init__(self, game: str, simulations: int, seed: str) -> None:
        load_knowledge(game)
        self.game, self.simulations, self.seed = game, simulations, seed
        self.searcher = MctsBot("puzzles", Budget(simulations=simulations), SearchSettings(threads=1, nodes=300_000))
        self.casual = bots.level(game, 2)
        declared = spec_of(game).puzzle_search
        self.lead, self.must_be_missed = declared.lead, declared.must_be_missed
        self.proof = importlib.import_module(declared.proof) if declared.proof else None

    def found(self) -> Iterator[Puzzle | None]:
        """Yield a puzzle or None for each of an endless series of matches."""
        first = random.Random(self.seed).randrange(100)
        for number, (seats, options) in enumerate(itertools.islice(setups(self.game), first, None), 1):
            chance = random.Random(f"{self.seed} {number}")
            match = ludotheque.game(self.game).start(seats, f"puzzle {self.seed} {number}", options)
            noted = self._noted(match, chance)
            chance.shuffle(noted)
            tried = (self._proved(position) for position in noted[:TRIES])
            yield next((puzzle for puzzle in tried if puzzle), None)

    def _noted(self, match: Match, chance: random.Random) -> list[Match]:
        """Play a match to its end and return the positions in which a move stands out."""
        noted = []
        while not match.over:
            seat = match.to_act[0]
            ranked = self._ranked(match, seat, self.simulations, chance.getrandbits(31))
            if len(match.history) < OPENING:
                match.play(chance.choice(ranked[:4]).move, seat)
                continue
            if len(match.legal_moves(seat)) >= MIN_MOVES and self._stands_out(match, ranked):
                noted.append(match.copy())
            match.play(ranked[0].move, seat)
        return noted

    def _stands_out(self, match: Match, ranked: list[Candidate]) -> bool:
        if self.proof:
            return bool(self.proof.is_provable(match.states[0]))
        best, seat = ranked[0], match.to_act[0]
        if best.value < self.lead or (len(ranked) > 1 and best.value - ranked[1].value < 0.7 * self.lead):
            return False
        return not self.must_be_missed or self.casual.move(match, seat, seed=1) != best.move

    def _proved(self, match: Match) -> Puzzle | None:
        return self._solved(match) if self.proof else self._searched(match)

    def _made(self, match: Match, best: str, chance: float, other: float, proof: str) -> Puzzle:
        seat = match.to_act[0]
        about = (match.seats, match.options, str(match.record()["seed"]), match.history, seat)
        return Puzzle(*about, best, round(chance, 3), round(other, 3), proof)

    # Search all moves to the end

    def _solved(self, match: Match) -> Puzzle | None:
        winning = []
        for move in match.legal_moves():
            wins = self._wins(match, move)
            if wins is None:
                return None
            if wins:
                winning.append(move)
        if len(winning) != 1 or self.casual.move(match, match.to_act[0], seed=1) == winning[0]:
            return None
        return self._made(match, winning[0], 1.0, 0.0, "solved")

    def _wins(self, match: Match, move: str) -> bool | None:
        """Whether the mover wins with a move under perfect play; None if the search takes too long."""
        seat, after = match.to_act[0], match.copy()
        after.play(move)
        if after.over:
            return seat in after.winners
        assert self.proof is not None
        wins: bool | None = self.proof.wins(after.states[0])
        return None if wins is None else wins == (after.to_act[0] == seat)

    # Without such a proof: a long search

    def _searched(self, match: Match) -> Puzzle | None:
        seat = match.to_act[0]
        ranked = self._ranked(match, seat, LONGER * self.simulations, seed=1)
        best, rivals = ranked[0].move, [one.move for one in ranked[1 : 1 + RIVALS]]
        values = list[tuple[float, float]]()
        for seed in ("first look", "second look"):
            values.append((self._alone(match, best, seed), 0.0))
            for move in rivals:
                chance, other = values[-1]
                values[-1] = chance, max(other, self._alone(match, move, seed))
                if chance - values[-1][1] < self.lead:
                    return None
        chance, other = np.mean(values, axis=0)
        return self._made(match, best, float(chance), float(other), "search")

    def _ranked(self, match: Match, seat: int, simulations: int, seed: int) -> list[Candidate]:
        """Return the moves, best first, followed by those with too few visits to judge."""
        found = self.searcher.candidates(match, seat, Budget(simulations=simulations), seed)
        often = max(one.visits for one in found) / 50
        return sorted(found, key=lambda one: (one.visits < often, -one.value))

    def _alone(self, match: Match, move: str, seed: str) -> float:
        """Return the mover's chance to win after a move, by a search of its own."""
        seat, budget = match.to_act[0], Budget(simulations=ALONE * self.simulations)
        return values_after(match, seat, match.mode.parse(move), what_to_redeal(match, seat), budget, seed)[seat]


def alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles have the same match or the same last moves, as when a round repeats."""
    return one.seed == other.seed or one.moves[-4:] == other.moves[-4:]


def ease(puzzle: Puzzle, game: str) -> float:
    """Return a figure that is lower with fewer legal moves and a larger lead, which make a puzzle easier."""
    return len(puzzle.position(game).legal_moves(puzzle.seat)) * (1.5 - puzzle.chance + puzzle.next)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    shown = [name for name in ludotheque.games() if spec_of(name).modes[0].read]  # nothing is hidden from a seat
    parser.add_argument("game", choices=shown)
    parser.add_argument("--count", type=int, default=36, help="total number of puzzles, existing ones included")
    parser.add_argument("--simulations", type=int, default=2000, help="of the quick search")
    parser.add_argument("--seed", default="1", help="must differ from the seed of the existing puzzles")
    asked = parser.parse_args()
    made = list(puzzles(asked.game))
    path: Path = ludotheque.game(asked.game).spec.folder / "puzzles.jsonl"
    with Progress(console=console) as bar, path.open("ab", buffering=0) as file:
        task = bar.add_task(f"Puzzles of {asked.game}", total=asked.count, completed=len(made))
        for puzzle in Finder(asked.game, asked.simulations, asked.seed).found():
            if len(made) >= asked.count:
                break
            if puzzle and not any(alike(puzzle, other) for other in made):
                made.append(puzzle)
                file.write(msgspec.json.encode(puzzle) + b"\n")
                bar.advance(task)
    made.sort(key=lambda one: ease(one, asked.game))
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in made))
    console.print(f"{len(made)} puzzles in {path.name}")


if __name__ == "__main__":
    main()
