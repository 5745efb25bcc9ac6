"""Learn what the features of a Keks position are worth (`games/keks/bot/network.py`), by self-play.

Each pass plays matches for some minutes, from random openings, with an alpha-beta search that evaluates positions with
the weights learnt so far. The target of a position is its proved result or else the mean of the match's result and the
search's value. The network is then trained from scratch on the positions of all passes. Run it from the repository's
root:

    .venv/bin/python scripts/learn_keks.py --variant classic --passes 2 --minutes 5

`--positions FILE` keeps the positions of this run, and first learns from those of earlier runs: the features may change
without playing everything again.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

import ludotheque
from ludotheque.bots import alpha_beta
from ludotheque.engine import calls
from ludotheque.engine.chance import key_of
from ludotheque.games import load_knowledge
from ludotheque.games.keks.bot import network
from ludotheque.games.keks.bot.tuning import SHARPNESS, TUNING
from ludotheque.games.keks.rules.state import STATE

WEIGHTS = Path(network.__file__).parent / "weights.json"
VARIANTS = ("classic", "eleven")
#: The nodes of each search.
MAX_NODES = 4000
#: A match opens with one of these numbers of random moves; each of the next few moves may be random, too.
OPENINGS = (2, 4, 8, 12, 16, 20, 28, 36)
MIXED_MOVES, RANDOM_SHARE = 6, 0.25
#: Training: epochs, a falling learning rate, weight decay.
EPOCHS = 30
FIRST_RATE, LAST_RATE = 0.1, 0.003
WEIGHT_DECAY = 1e-5
#: The share of the positions, the last ones, that is used only to validate.
HELD_BACK = 0.07


@dataclass
class Positions:
    """Positions, each with the search's value and the match's result for the seat to move.

    A value of exactly 0 or 1 is proved.
    """

    states: list[Any] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)

    def targets(self) -> NDArray[np.float64]:
        """Return the value to learn for each position."""
        chances, results = np.array(self.chances), np.array(self.results)
        return np.where((chances == 0.0) | (chances == 1.0), chances, 0.5 * (chances + results))

    def save(self, file: Path) -> None:
        states = np.array(self.states, self.states[0].dtype)
        np.savez_compressed(file, states=states, chances=self.chances, results=self.results)

    def load(self, file: Path) -> None:
        with np.load(file) as kept:
            self.states.extend(kept["states"].astype(STATE))  # a file does not keep a record's alignment
            self.chances.extend(kept["chances"].tolist())
            self.results.extend(kept["results"].tolist())


class SelfPlay:
    """Matches after a random opening in which both seats search with the given weights."""

    def __init__(self, variant: str, numbers: NDArray[np.float64], seed: int) -> None:
        spec = ludotheque.game("keks").spec
        options = spec.complete({"variant": variant})
        mode = spec.mode(options)
        self.rules, self.options = mode.rules, np.array(mode.encode(options), np.int64)
        self.random, self.seed = np.random.default_rng(seed), seed
        self.states: NDArray[Any] = np.zeros(alpha_beta.MAX_PLY + 1, mode.rules.dtype)
        self.stack, self.table = alpha_beta.new_stack(mode.rules), alpha_beta.new_table()
        self.tuning = np.array([*numbers, *TUNING[SHARPNESS:]])

    def play(self, number: int, seen: Positions) -> None:
        """Play one match and add all its positions after the random opening."""
        states: NDArray[Any] = np.zeros(1, self.rules.dtype)
        calls.begin(states, 0, 2, self.options, key_of(f"{self.seed} {number}"), 0)
        self.table[:] = 0  # positions of another deal have the same keys
        opening, moves, seats, scratch = int(self.random.choice(OPENINGS)), 0, [], self.rules.scratch()
        while int(calls.acting(states, 0)):
            seat = int(states[0]["turn"])
            count = int(calls.list_legal(states, 0, seat, scratch))
            action = int(scratch[0].moves[self.random.integers(count)])
            if moves >= opening and count > 1:
                best, chance = self.best(states)
                seen.states.append(states[0].copy())
                seen.chances.append(chance)
                seats.append(seat)
                if moves >= opening + MIXED_MOVES or self.random.random() > RANDOM_SHARE:
                    action = best
            calls.step(states, 0, seat, action)
            moves += 1
        ends = [float(calls.points(states, 0, seat) > calls.points(states, 0, 1 - seat)) for seat in (0, 1)]
        seen.results.extend(ends[seat] for seat in seats)

    def best(self, states: NDArray[Any]) -> tuple[int, float]:
        """Return the move to play, and the chance that the seat wins."""
        self.states[0] = states[0]
        control = np.zeros(1, alpha_beta.CONTROL)
        control["nodes_left"] = MAX_NODES
        action, chance = alpha_beta.NO_ACTION, 0.5
        for depth in range(1, alpha_beta.MAX_PLY):
            found = int(alpha_beta.search(self.states, self.stack, self.table, self.tuning, control, depth))
            if found == alpha_beta.UNKNOWN:
                break
            action, chance = int(self.stack[0]["best_action"]), found / alpha_beta.WON
            if found in (0, alpha_beta.WON):
                break
        return action, chance


@numba.njit(error_model="numpy")
def describe_all(states, out):
    """Write the features of each state; NO_FEATURE where it has fewer than MAX_FEATURES."""
    for i in range(len(states)):
        rim = network.rim_of(states[i].tiles) & ~states[i].takeable
        for k in range(network.MAX_FEATURES):
            out[i, k] = network.feature(states[i], rim, k)


def learn(seen: Positions, seed: int) -> NDArray[np.float64]:
    """Train the weights of a variant from scratch on these positions."""
    states = np.array(seen.states, seen.states[0].dtype)
    features = np.zeros((len(states), network.MAX_FEATURES), np.int64)
    describe_all(states, features)
    bands = network.BAND_OF[[int(tiles).bit_count() for tiles in states["tiles"]]]
    wanted, chance = seen.targets(), np.random.default_rng(seed)
    numbers = chance.normal(0.0, 0.1, network.WEIGHTS_PER_VARIANT)
    signs = np.where(np.arange(network.UNITS) % 2, -0.5, 0.5)
    signs[0] = 1.0
    numbers[network.OUTPUT_AT : network.BIAS_AT] = np.tile(signs, len(network.BANDS) + 1)
    numbers[network.BIAS_AT :] = 0.0
    slopes = np.full(len(numbers), 0.01)
    taught = int(len(states) * (1 - HELD_BACK))
    for number in range(EPOCHS):
        step = FIRST_RATE * (1 - number / EPOCHS) + LAST_RATE
        train(features, bands, wanted, chance.permutation(taught), numbers, slopes, step)
    found = np.zeros(len(states))
    judge(features, bands, numbers, found)
    error = np.mean((found[taught:] - wanted[taught:]) ** 2)
    print(f"  {taught} positions learnt; mean squared error {error:.4f} on {len(states) - taught} others", flush=True)
    # Features that never occurred get the weight 0.
    rows = numbers[: network.OUTPUT_AT].reshape(-1, network.UNITS)
    rows[np.setdiff1d(np.arange(network.FEATURES), features)] = 0.0
    return numbers


@numba.njit(error_model="numpy")
def chance_of(features, band, numbers, sums):
    """Return the seat's chance to win, as `log_odds` computes it; write the columns' sums."""
    sums[:] = 0.0
    for feature in features:
        if feature != network.NO_FEATURE:
            sums += numbers[feature * network.UNITS : (feature + 1) * network.UNITS]
    worth = network.OUTPUT_AT + band * network.UNITS
    total = numbers[network.BIAS_AT + band] + sums[0] * numbers[worth]
    for column in range(1, network.UNITS):
        total += max(0.0, sums[column]) * numbers[worth + column]
    return 1.0 / (1.0 + np.exp(-total))


@numba.njit(error_model="numpy")
def improve(numbers, slopes, at, slope, step):
    """Take one step of Adagrad."""
    slopes[at] += slope * slope
    numbers[at] -= step * slope / np.sqrt(slopes[at])


@numba.njit(error_model="numpy")
def train(features, bands, wanted, order, numbers, slopes, step):
    """Train for one epoch: update the weights after each position, in the given order."""
    sums, down = np.zeros(network.UNITS), np.zeros(network.UNITS)
    for i in order:
        off = chance_of(features[i], bands[i], numbers, sums) - wanted[i]
        improve(numbers, slopes, network.BIAS_AT + bands[i], off, step)
        for column in range(network.UNITS):
            at = network.OUTPUT_AT + bands[i] * network.UNITS + column
            counts = column == 0 or sums[column] > 0.0
            down[column] = off * numbers[at] if counts else 0.0
            if counts:
                improve(numbers, slopes, at, off * sums[column] + WEIGHT_DECAY * numbers[at], step)
        for feature in features[i]:
            for column in range(network.UNITS):
                if feature != network.NO_FEATURE and down[column] != 0.0:
                    at = feature * network.UNITS + column
                    improve(numbers, slopes, at, down[column] + WEIGHT_DECAY * numbers[at], step)


@numba.njit(error_model="numpy")
def judge(features, bands, numbers, out):
    sums = np.zeros(network.UNITS)
    for i in range(len(features)):
        out[i] = chance_of(features[i], bands[i], numbers, sums)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what the features of a Keks position are worth.")
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5.0, help="of self-play per pass")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--positions", type=Path, help="an .npz file: learn from its positions, too, and add the new")
    asked = parser.parse_args()
    load_knowledge("keks")
    both = np.array(json.loads(WEIGHTS.read_text("utf-8"))).reshape(len(VARIANTS), -1)
    seen, own = Positions(), VARIANTS.index(asked.variant)
    first = 0
    if asked.positions and asked.positions.exists():
        seen.load(asked.positions)
        both[own], first = learn(seen, 0), len(seen.states)  # seeds differ from those of earlier runs
    for number in range(first, first + asked.passes):
        play_for(60 * asked.minutes, SelfPlay(asked.variant, both.ravel(), number), seen)
        both[own] = learn(seen, number)
        rounded = [round(float(value), 3) + 0.0 for value in both.ravel()]  # + 0.0: no -0.0
        asked.out.write_text(json.dumps(rounded) + "\n", "utf-8")
        if asked.positions:
            seen.save(asked.positions)


def play_for(seconds: float, player: SelfPlay, seen: Positions) -> None:
    matches, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        player.play(matches, seen)
        matches += 1
    print(f"{matches} matches, {len(seen.states)} positions in total", flush=True)


if __name__ == "__main__":
    main()
