"""Learn what the features of a Keks position are worth (`games/keks/bot/outlook.py`), by self-play.

Each pass plays matches against itself for some minutes, looking a few moves ahead with the numbers learnt so far, from
beginnings that are played at random. What is to be learnt of a position is its proved result, or else the mean of how
its match ended and of what looking ahead made of it. All passes' positions then teach the network anew. Run it from the
repository's root:

    .venv/bin/python scripts/learn_keks.py --variant classic --passes 2 --minutes 5

With `--positions FILE` the positions of this run are kept, and those of earlier ones are learnt from first: so the
features may change without all being played anew.
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
from ludotheque.games.keks.bot import outlook
from ludotheque.games.keks.bot.tuning import SHARP, TUNING
from ludotheque.games.keks.rules.state import STATE

LEARNT = Path(outlook.__file__).parent / "learnt.json"
VARIANTS = ("classic", "eleven")
#: The nodes of each search.
MAX_NODES = 4000
#: A match begins with one of these numbers of random moves; among the next few there are random ones, too.
BEGINNINGS = (2, 4, 8, 12, 16, 20, 28, 36)
UNSTEADY, RANDOM_AMONG_THEM = 6, 0.25
#: How the network is trained: rounds through all positions, steps that become smaller, a pull towards 0.
ROUNDS = 30
FIRST_STEP, LAST_STEP = 0.1, 0.003
PULL = 1e-5
#: The part of the positions, the last ones, that only tell how good the result is.
HELD_BACK = 0.07


@dataclass
class Seen:
    """Positions, and for each what looking ahead made of it and how its match ended, for the seat to move.

    A chance of exactly 0 or 1 is a proof.
    """

    states: list[Any] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)

    def targets(self) -> NDArray[np.float64]:
        """For each position the chance that is to be learnt."""
        chances, results = np.array(self.chances), np.array(self.results)
        return np.where((chances == 0.0) | (chances == 1.0), chances, 0.5 * (chances + results))

    def save(self, file: Path) -> None:
        states = np.array(self.states, self.states[0].dtype)
        np.savez_compressed(file, states=states, chances=self.chances, results=self.results)

    def load(self, file: Path) -> None:
        with np.load(file) as kept:
            self.states.extend(kept["states"].astype(STATE))  # a file forgets how a record is aligned
            self.chances.extend(kept["chances"].tolist())
            self.results.extend(kept["results"].tolist())


class SelfPlay:
    """Both seats looking ahead with the given numbers, beginning at random."""

    def __init__(self, variant: str, numbers: NDArray[np.float64], seed: int) -> None:
        spec = ludotheque.game("keks").spec
        options = spec.complete({"variant": variant})
        mode = spec.mode(options)
        self.rules, self.options = mode.rules, np.array(mode.encode(options), np.int64)
        self.random, self.seed = np.random.default_rng(seed), seed
        self.states: NDArray[Any] = np.zeros(alpha_beta.MAX_PLY + 1, mode.rules.dtype)
        self.stack, self.table = alpha_beta.new_stack(mode.rules), alpha_beta.new_table()
        self.tuning = np.array([*numbers, *TUNING[SHARP:]])

    def play(self, number: int, seen: Seen) -> None:
        """One match; all positions after its random beginning are seen."""
        states: NDArray[Any] = np.zeros(1, self.rules.dtype)
        calls.begin(states, 0, 2, self.options, key_of(f"{self.seed} {number}"), 0)
        self.table[:] = 0  # it holds for one deal only
        beginning, moves, seats, scratch = int(self.random.choice(BEGINNINGS)), 0, [], self.rules.scratch()
        while int(calls.acting(states, 0)):
            seat = int(states[0]["turn"])
            count = int(calls.list_legal(states, 0, seat, scratch))
            action = int(scratch[0].moves[self.random.integers(count)])
            if moves >= beginning and count > 1:
                best, chance = self.best(states)
                seen.states.append(states[0].copy())
                seen.chances.append(chance)
                seats.append(seat)
                if moves >= beginning + UNSTEADY or self.random.random() > RANDOM_AMONG_THEM:
                    action = best
            calls.step(states, 0, seat, action)
            moves += 1
        ends = [float(calls.points(states, 0, seat) > calls.points(states, 0, 1 - seat)) for seat in (0, 1)]
        seen.results.extend(ends[seat] for seat in seats)

    def best(self, states: NDArray[Any]) -> tuple[int, float]:
        """The move to play, and the chance that the seat wins."""
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
    """Write the features of each state; NO_FEATURE where it has fewer than MOST."""
    for i in range(len(states)):
        rim = outlook.rim_of(states[i].tiles) & ~states[i].takeable
        for k in range(outlook.MOST):
            out[i, k] = outlook.feature(states[i], rim, k)


def learn(seen: Seen, seed: int) -> NDArray[np.float64]:
    """The numbers of a variant, learnt from nothing but these positions."""
    states = np.array(seen.states, seen.states[0].dtype)
    features = np.zeros((len(states), outlook.MOST), np.int64)
    describe_all(states, features)
    bands = outlook.BAND_OF[[int(tiles).bit_count() for tiles in states["tiles"]]]
    wanted, chance = seen.targets(), np.random.default_rng(seed)
    numbers = chance.normal(0.0, 0.1, outlook.NUMBERS_OF_VARIANT)
    signs = np.where(np.arange(outlook.COLUMNS) % 2, -0.5, 0.5)
    signs[0] = 1.0
    numbers[outlook.WORTH_AT : outlook.BASE_AT] = np.tile(signs, len(outlook.BANDS) + 1)
    numbers[outlook.BASE_AT :] = 0.0
    slopes = np.full(len(numbers), 0.01)
    taught = int(len(states) * (1 - HELD_BACK))
    for number in range(ROUNDS):
        step = FIRST_STEP * (1 - number / ROUNDS) + LAST_STEP
        train(features, bands, wanted, chance.permutation(taught), numbers, slopes, step)
    found = np.zeros(len(states))
    judge(features, bands, numbers, found)
    error = np.mean((found[taught:] - wanted[taught:]) ** 2)
    print(f"  {taught} positions learnt; mean square error {error:.4f} of {len(states) - taught} others", flush=True)
    # What never occurred is worth nothing.
    rows = numbers[: outlook.WORTH_AT].reshape(-1, outlook.COLUMNS)
    rows[np.setdiff1d(np.arange(outlook.FEATURES), features)] = 0.0
    return numbers


@numba.njit(error_model="numpy")
def chance_of(features, band, numbers, sums):
    """The seat's chance to win, as `outlook` judges it; writes the columns' sums."""
    sums[:] = 0.0
    for feature in features:
        if feature != outlook.NO_FEATURE:
            sums += numbers[feature * outlook.COLUMNS : (feature + 1) * outlook.COLUMNS]
    worth = outlook.WORTH_AT + band * outlook.COLUMNS
    total = numbers[outlook.BASE_AT + band] + sums[0] * numbers[worth]
    for column in range(1, outlook.COLUMNS):
        total += max(0.0, sums[column]) * numbers[worth + column]
    return 1.0 / (1.0 + np.exp(-total))


@numba.njit(error_model="numpy")
def improve(numbers, slopes, at, slope, step):
    """One step downhill, the smaller the steeper it has been before (Adagrad)."""
    slopes[at] += slope * slope
    numbers[at] -= step * slope / np.sqrt(slopes[at])


@numba.njit(error_model="numpy")
def train(features, bands, wanted, order, numbers, slopes, step):
    """Once through the positions, in that order, improving the numbers after each."""
    sums, down = np.zeros(outlook.COLUMNS), np.zeros(outlook.COLUMNS)
    for i in order:
        off = chance_of(features[i], bands[i], numbers, sums) - wanted[i]
        improve(numbers, slopes, outlook.BASE_AT + bands[i], off, step)
        for column in range(outlook.COLUMNS):
            at = outlook.WORTH_AT + bands[i] * outlook.COLUMNS + column
            counts = column == 0 or sums[column] > 0.0
            down[column] = off * numbers[at] if counts else 0.0
            if counts:
                improve(numbers, slopes, at, off * sums[column] + PULL * numbers[at], step)
        for feature in features[i]:
            for column in range(outlook.COLUMNS):
                if feature != outlook.NO_FEATURE and down[column] != 0.0:
                    at = feature * outlook.COLUMNS + column
                    improve(numbers, slopes, at, down[column] + PULL * numbers[at], step)


@numba.njit(error_model="numpy")
def judge(features, bands, numbers, out):
    sums = np.zeros(outlook.COLUMNS)
    for i in range(len(features)):
        out[i] = chance_of(features[i], bands[i], numbers, sums)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what the features of a Keks position are worth.")
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5.0, help="of self-play in each pass")
    parser.add_argument("--out", type=Path, default=LEARNT)
    parser.add_argument("--positions", type=Path, help="an .npz file: learn from its positions too, and add the new")
    asked = parser.parse_args()
    load_knowledge("keks")
    both = np.array(json.loads(LEARNT.read_text("utf-8"))).reshape(len(VARIANTS), -1)
    seen, own = Seen(), VARIANTS.index(asked.variant)
    first = 0
    if asked.positions and asked.positions.exists():
        seen.load(asked.positions)
        both[own], first = learn(seen, 0), len(seen.states)  # no pass has the seed of an earlier run's
    for number in range(first, first + asked.passes):
        play_for(60 * asked.minutes, SelfPlay(asked.variant, both.ravel(), number), seen)
        both[own] = learn(seen, number)
        rounded = [round(float(value), 3) + 0.0 for value in both.ravel()]  # + 0.0: no -0.0
        asked.out.write_text(json.dumps(rounded) + "\n", "utf-8")
        if asked.positions:
            seen.save(asked.positions)


def play_for(seconds: float, player: SelfPlay, seen: Seen) -> None:
    matches, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        player.play(matches, seen)
        matches += 1
    print(f"{matches} matches, {len(seen.states)} positions in all", flush=True)


if __name__ == "__main__":
    main()
