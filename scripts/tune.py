"""Tune the parameters of a game's evaluation by self-play: change one, play against the old ones, keep what wins.

One bot plays with the change against bots with the old parameters, on the same deals from every seat. The change is
kept if the bot wins more than its fair share by one standard error. At the end the script prints the game's new
`TUNING`. Run it from the repository's root:

    .venv/bin/python scripts/tune.py nasenspiel --changes 20 --matches 60 --simulations 100
"""

from __future__ import annotations

import argparse
import math
import random

from rich.console import Console
from rich.progress import track

import ludotheque
from ludotheque.bots import Budget
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.workspace import SearchSettings
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import load_knowledge

#: The standard deviation of a change, relative to the parameter.
STEP = 0.3
console = Console()


def share(game: str, seats: int, new: MctsBot, old: MctsBot, matches: int, seed: str) -> float:
    """Return how many matches one new bot wins among old ones, as a share; a shared win is divided."""
    won = 0.0
    for number in range(matches):
        own = number % seats
        match = ludotheque.game(game).start(seats, f"{seed} {number // seats}")
        while not match.over:
            seat = match.to_act[0]
            match.play((new if seat == own else old).move(match, seat, seed=number), seat)
        won += (own in match.winners) / len(match.winners)
    return won / matches


def tune(game: str, seats: int, changes: int, matches: int, simulations: int, seed: int) -> tuple[float, ...]:
    """Return the best parameters found."""
    load_knowledge(game)
    match = ludotheque.game(game).start(seats, seed)
    best = knowledge_of(match.rules.dtype).tuning
    chance, budget, settings = (
        random.Random(seed),
        Budget(simulations=simulations),
        SearchSettings(threads=1, nodes=100_000),
    )
    matches = seats * math.ceil(matches / seats)
    needed = 1 / seats + math.sqrt((seats - 1) / seats**2 / matches)
    for change in track(range(changes), f"Tuning {game}", console=console):
        which = chance.choice([k for k, number in enumerate(best) if number])
        tried = list(best)
        tried[which] *= math.exp(chance.gauss(0.0, STEP))
        bots = (MctsBot("new", budget, settings, tuple(tried)), MctsBot("old", budget, settings, best))
        won = share(game, seats, *bots, matches, f"{seed} {change}")
        kept = won > needed
        word = "kept" if kept else "dropped"
        console.print(f"parameter {which}: {best[which]:.4g} -> {tried[which]:.4g} wins {won:.1%}: {word}")
        best = tuple(tried) if kept else best
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the parameters of a game's evaluation by self-play.")
    parser.add_argument("game", choices=ludotheque.games())
    parser.add_argument("--seats", type=int, help="default: 2, or the game's minimum if that is larger")
    parser.add_argument("--changes", type=int, default=20)
    parser.add_argument("--matches", type=int, default=60, help="per change")
    parser.add_argument("--simulations", type=int, default=100, help="per move")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    seats = asked.seats or max(2, min(ludotheque.game(asked.game).spec.seats))
    found = tune(asked.game, seats, asked.changes, asked.matches, asked.simulations, asked.seed)
    console.print("TUNING =", tuple(float(f"{number:.4g}") for number in found))


if __name__ == "__main__":
    main()
