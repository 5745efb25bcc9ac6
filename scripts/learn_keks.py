"""Learn what the features of a Keks position are worth (`games/keks/outlook.py`), by self-play.

Each pass plays matches against itself for some minutes, with the tables learnt so far and perfect endgames. A small
biscuit's result is then the solved one, a larger one's the mean of how its match ended and what the search made of it;
logistic regression turns them into the next tables. Run it from the repository's root:

    .venv/bin/python scripts/learn_keks.py --variant classic --passes 3 --minutes 4
"""

from __future__ import annotations

import argparse
import json
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ludotheque
from ludotheque.bots import tree
from ludotheque.bots.search import load_knowledge
from ludotheque.engine import entries
from ludotheque.engine.chance import key_of
from ludotheque.games.keks import endgame, outlook
from ludotheque.games.keks.weighing import SHARP, TUNING

LEARNT = Path(outlook.__file__).parent / "learnt.json"
SOLVED_UP_TO = 24  # tiles
LOOKS = 200_000  # positions that a solver looks at before it gives up
SIMULATIONS = 600
NODES = 100_000
#: The penalty on numbers far from what is believed before: few positions must not make a feature worth much.
RIDGE = 2.0
#: Believed before: a colour won more is worth so much.
BELIEVED = 1.0
#: In every second match one seat plays so many of its moves at random: even positions alone would not teach what a
#: large lead is worth.
CARELESS = 0.25


@dataclass
class Seen:
    """Positions, and for each what the search made of it and how its match ended, for the seat to move.

    A chance of exactly 0 or 1 is a proof.
    """

    states: list[Any] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)

    def targets(self) -> NDArray[np.float64]:
        """For each position the chance that is to be learnt."""
        chances, results = np.array(self.chances), np.array(self.results)
        return np.where((chances == 0.0) | (chances == 1.0), chances, 0.5 * (chances + results))


class SelfPlay:
    """Both seats by the search with the given tables, beginning at random."""

    def __init__(self, variant: str, tables: NDArray[np.float64], seed: int) -> None:
        spec = ludotheque.game("keks").spec
        options = spec.complete({"variant": variant})
        mode = spec.mode(options)
        self.rules, self.options = mode.rules, np.array(mode.encode(options), np.int64)
        self.random, self.seed = random.Random(seed), seed
        self.nodes, self.room, self.solver = np.zeros(NODES, tree.NODE), tree.room_for(mode.rules), endgame.Room()
        for name, number in {"exploration": 1.0, "first_width": 1e9, "knows": 1, "trust": 1.0, "margin": 5.0}.items():
            self.room[0].settings[name] = number
        self.room[0].tuning[: len(tables) + 1] = [*tables, *TUNING[SHARP:]]

    def play(self, number: int, seen: Seen) -> None:
        """One match; all positions after its random beginning are seen."""
        states: NDArray[Any] = np.zeros(2, self.rules.dtype)
        entries.begin(states, 0, 2, self.options, key_of(f"{self.seed} {number}"), 0)
        random_moves = self.random.choice((2, 6, 12, 20, 30, 40))
        first, seats, moves = len(seen.states), [], 0
        while int(entries.acting(states, 0)):
            seat, scratch = int(states[0]["turn"]), self.rules.scratch()
            count = int(entries.list_legal(states, 0, seat, scratch))
            action = int(scratch[0].moves[self.random.randrange(count)])
            if moves >= random_moves and count > 1:
                best, chance = self.best(states, number * 1000 + moves)
                if seat != number % 4 or self.random.random() > CARELESS:
                    action = best
                seen.states.append(states[0].copy())
                seen.chances.append(chance)
                seats.append(seat)
            entries.step(states, 0, seat, action)
            moves += 1
        ends = [float(entries.points(states, 0, seat) > entries.points(states, 0, 1 - seat)) for seat in (0, 1)]
        seen.results.extend(ends[seat] for seat in seats)
        assert len(seen.results) == len(seen.states) == first + len(seats)

    def best(self, states: NDArray[Any], number: int) -> tuple[int, float]:
        """The move to play, and the chance that the seat wins."""
        action = endgame.UNSOLVED
        if int(states[0]["tiles"]).bit_count() <= SOLVED_UP_TO:
            action = solved(self.solver, states[0], self.room[0].tuning)
            if action >= 0:
                return action, 1.0
        seat = int(states[0]["turn"])
        tree.plant(self.nodes, self.room)
        key = key_of(f"{self.seed} {number}")
        tree.grow(states, self.nodes, self.room, 2, seat, False, key, 0, SIMULATIONS)
        root = self.nodes[0]
        children = self.nodes[int(root["first"]) : int(root["first"]) + int(root["width"])]
        weights = (children["visits"].astype(float) ** 2).tolist()
        chance = 0.0 if action == endgame.LOSES else min(0.999, max(0.001, float(root["mean"][seat])))
        return int(self.random.choices(children["action"].tolist(), weights)[0]), chance


def solved(room: endgame.Room, state: Any, tuning: NDArray[np.float64]) -> int:
    """A winning action, LOSES or UNSOLVED."""
    room.table["where"] = 0
    room.states[0] = state
    return int(endgame.winning_action(room.states, room.line, room.table, tuning, LOOKS))


def regression(seen: Seen, wanted: NDArray[np.float64], tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """New tables: for each band of biscuit sizes a logistic regression, by Newton's method."""
    states = np.zeros(len(seen.states), ludotheque.game("keks").spec.mode({"variant": "classic"}).rules.dtype)
    states[:] = np.array(seen.states)
    places = np.zeros((len(states), outlook.MOST), np.int64)
    outlook.describe_all(states, places)
    tables, bands = tables.copy(), places.max(axis=1) // outlook.FEATURES
    for band in np.unique(bands):
        rows = np.flatnonzero(bands == band)
        begin = int(band) * outlook.FEATURES
        has = np.zeros((len(rows), outlook.FEATURES))
        at = places[rows]
        np.add.at(has, (np.nonzero(at >= 0)[0], at[at >= 0] - begin), 1.0)
        believed = np.zeros(outlook.FEATURES)
        lead = np.subtract.outer(np.arange(5), np.arange(5)).ravel()
        believed[outlook.WON_AT : outlook.UNDER_WAY_AT] = BELIEVED * lead
        worth = believed.copy()
        for _ in range(10):
            chance = 1 / (1 + np.exp(-has @ worth))
            slope = has.T @ (chance - wanted[rows]) + RIDGE * (worth - believed)
            curve = (has * (chance * (1 - chance))[:, None]).T @ has + RIDGE * np.eye(len(worth))
            worth -= np.linalg.solve(curve, slope)
        chance = 1 / (1 + np.exp(-has @ worth))
        right = np.mean((chance > 0.5) == (wanted[rows] > 0.5))
        print(f"  band {band % (len(outlook.BANDS) + 1)}: {len(rows)} positions, {right:.1%} on the right side")
        tables[begin : begin + outlook.FEATURES] = worth
    return tables


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what the features of a Keks position are worth.")
    parser.add_argument("--variant", choices=["classic", "eleven"], default="classic")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=4.0, help="of self-play in each pass")
    parser.add_argument("--fresh", action="store_true", help="forget what was learnt before")
    parser.add_argument("--out", type=Path, default=LEARNT)
    asked = parser.parse_args()
    load_knowledge("keks")
    tables = np.array(json.loads(LEARNT.read_text("utf-8")))
    if asked.fresh:
        tables[:] = 0.0
    for number in range(asked.passes):
        player, seen, match = SelfPlay(asked.variant, tables, number), Seen(), 0
        until = time.monotonic() + 60 * asked.minutes
        while time.monotonic() < until:
            player.play(match, seen)
            match += 1
        print(f"pass {number + 1}: {match} matches, {len(seen.states)} positions", flush=True)
        tables = regression(seen, seen.targets(), tables)
        asked.out.write_text(json.dumps([round(float(number), 3) for number in tables]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
