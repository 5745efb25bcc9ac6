"""Learn to play Keks from scratch, in minutes, on the CPU: a value network in NumPy, trained by self-play in a batch.

    python examples/keks_value.py            # learns, then plays against level 2
    python examples/keks_value.py --quick    # a few seconds, to check that it runs

The network evaluates the position after each legal move. A first layer sees one colour at a time, with the same weights
for all; a second one sees the sum of its outputs. So permuting the colours changes nothing. Self-play mostly chooses
the move with the best value. The target of a position lies between the result of the match and the values of the
positions that followed: TD(lambda).
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

import ludotheque
from ludotheque.bots.levels import level

Floats = NDArray[np.float32]

COLOURS, COLOUR_FEATURES, POSITION_FEATURES = 10, 17, 15
RANDOM_MOVES = 0.08  # share of random moves in self-play
LAMBDA = 0.8  # of TD(lambda): the weight of later positions against the next one
NOT_A, NOT_H = 0x7EFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F  # all squares except those of column a, of column h


def describe(states: NDArray[Any], seats: NDArray[np.int64]) -> Floats:
    """Return a row of features per position as the given seats see it: first of the ten colours, then of the whole."""
    rows, others = np.arange(len(states)), 1 - seats
    tiles, mine = states["tiles"], states["turn"] == seats
    inside = (tiles >> 8) & (tiles << 8) & ((tiles & NOT_A) >> 1) & ((tiles & NOT_H) << 1)
    colour = np.arange(COLOURS)
    undecided = states["decided"][:, None] >> colour & 1 == 0
    held, other = states["held"][rows, seats], states["held"][rows, others]
    open_ = np.bitwise_count(states["takeable"][:, None] & states["colours"])
    rim = np.bitwise_count((tiles & ~inside & ~states["takeable"])[:, None] & states["colours"])
    under_way = states["colour"][:, None] == colour
    each = [undecided, undecided & (states["gone"][:, None] >> colour & 1 == 0)]
    each += [held == 1, held == 2, other == 1, other == 2]
    each += [open_ == 1, open_ == 2, open_ > 2, rim == 1, rim == 2, rim > 2]
    each += [under_way, under_way & mine[:, None], np.broadcast_to(mine[:, None], rim.shape)]
    each += [np.bitwise_count(states["colours"]) / 6, open_ / 4]
    won, lost = states["colours_won"][rows, seats], states["colours_won"][rows, others]
    whole = [won == k for k in range(1, 5)] + [lost == k for k in range(1, 5)]
    left, spare = np.bitwise_count(tiles), np.where(undecided, 0, open_).sum(axis=1)
    whole += [mine, states["colour"] >= 0, states["eliminated"] >= 0, left / 60, left & 1, spare / 4, spare & 1]
    return np.concatenate(
        [np.stack(each, axis=2).reshape(len(states), -1), np.stack(whole, axis=1)], axis=1, dtype=np.float32
    )


class Network:
    """A seat's chance to win: one layer for each colour, with shared weights, and one for their sum."""

    def __init__(self, chance: np.random.Generator, width: int = 48) -> None:
        shapes = [(COLOUR_FEATURES, width), (width,), (width + POSITION_FEATURES, width), (width,), (width, 1), (1,)]
        self.weights = [
            (chance.normal(0, 1 / np.sqrt(shape[0]), shape) if len(shape) > 1 else np.zeros(shape)).astype(np.float32)
            for shape in shapes
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def layers(self, seen: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        a, a0, b, b0, c, c0 = self.weights
        colours = seen[:, : COLOURS * COLOUR_FEATURES].reshape(-1, COLOUR_FEATURES)
        first = np.maximum(colours @ a + a0, 0)
        joined = np.concatenate(
            [first.reshape(len(seen), COLOURS, -1).sum(axis=1), seen[:, -POSITION_FEATURES:]], axis=1
        )
        second = np.maximum(joined @ b + b0, 0)
        return colours, first, joined, second, 1 / (1 + np.exp(-(second @ c + c0)[:, 0]))

    def __call__(self, seen: Floats) -> Floats:
        return self.layers(seen)[-1]

    def learn(self, seen: Floats, wanted: Floats, speed: float) -> float:
        """Take one step of Adam; return the mean squared error before it."""
        _, _, b, _, c, _ = self.weights
        colours, first, joined, second, found = self.layers(seen)
        out = ((found - wanted) / len(seen))[:, None]  # the gradient of the cross entropy
        back = (out @ c.T) * (second > 0)
        to_sum = (back @ b.T)[:, : first.shape[1]]
        to_first = np.repeat(to_sum, COLOURS, axis=0) * (first > 0)
        slopes = [colours.T @ to_first, to_first.sum(0), joined.T @ back, back.sum(0), second.T @ out, out.sum(0)]
        self.steps += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            weight -= speed * mean / (1 - 0.9**self.steps) / fair
        return float(((found - wanted) ** 2).mean())


def best_moves(network: Network, matches: ludotheque.Batch) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Return for each match the move with the best value, the features of its position, and the value."""
    ahead = matches.look_ahead()
    movers = np.repeat(matches.to_act, np.diff(ahead.starts))
    seen = describe(ahead.states, movers)
    # Only the mover can end a match of Keks, by winning it.
    values = np.where(ahead.ended, np.float32(1), network(seen))
    best = np.array([low + values[low:high].argmax() for low, high in zip(ahead.starts, ahead.starts[1:])])  # noqa: B905
    return ahead.actions[best], seen[best], values[best]


def self_play(
    network: Network, matches: ludotheque.Batch, steps: int, chance: np.random.Generator
) -> tuple[Floats, Floats]:
    """Play the given number of steps of all matches; return the features of their positions and the targets."""
    seen, values, movers, results = [], [], [], []
    for _ in range(steps):
        mover = matches.to_act.copy()
        moves, after, value = best_moves(network, matches)
        at_random = chance.random(len(matches)) < RANDOM_MOVES
        matches.step(np.where(at_random, matches.random_actions(), moves))
        seen.append(after)
        movers.append(mover)
        # After a random move the best move's position was not played, so nothing is learnt about it.
        values.append(np.where(at_random, np.nan, np.where(mover == 0, value, 1 - value)))
        results.append(np.where(matches.done, (matches.rewards[:, 0] + 1) / 2, np.nan))
    later, wanted = values[-1].copy(), list[Floats]()
    for result, value, mover in zip(reversed(results), reversed(values), reversed(movers), strict=True):
        later = np.where(np.isnan(result), later, result)
        wanted.append(np.where(np.isnan(value), np.nan, np.where(mover == 0, later, 1 - later)))
        later = np.where(np.isnan(value), later, LAMBDA * later + (1 - LAMBDA) * value)
    rows, aims = np.concatenate(seen), np.concatenate(wanted[::-1])
    known = ~np.isnan(aims)
    return rows[known], aims[known].astype(np.float32)


def train(passes: int, size: int, steps: int, seed: int, console: Console) -> Network:
    chance = np.random.default_rng(seed)
    network, matches = Network(chance), ludotheque.batch("keks", size, seed=seed)
    for number in track(range(passes), "Learning", console=console):
        seen, wanted = self_play(network, matches, steps, chance)
        speed = 0.002 * (1 - 0.9 * number / passes)
        parts = np.array_split(chance.permutation(len(seen)), max(1, len(seen) // 512))
        error = np.mean([network.learn(seen[part], wanted[part], speed) for part in parts])
    console.print(f"About {matches.numbers.max():,} matches; final mean squared error {error:.3f}.", highlight=False)
    return network


def share_of_wins(network: Network, opponent: int, deals: int, seed: int, console: Console) -> float:
    """Play against a level: every deal twice, once from each seat."""
    bot, wins = level("keks", opponent), 0.0
    for own in track((0, 1), f"Playing level {opponent}", console=console):
        matches = ludotheque.batch("keks", deals, seed=f"duel {seed}")
        singles = [matches.start(place) for place in range(deals)]
        while not all(single.over for single in singles):
            actions = best_moves(network, matches)[0]
            for place, single in enumerate(singles):
                if not single.over:
                    if single.to_act[0] != own:
                        actions[place] = matches.action(bot.move(single, 1 - own, seed=place))
                    single.play(matches.text(actions[place]))
            matches.step(actions)
        wins += sum(single.winners == [own] for single in singles)
    return wins / (2 * deals)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to play Keks from scratch, then play against a level.")
    parser.add_argument("--quick", action="store_true", help="only check that it runs")
    parser.add_argument("--passes", type=int, default=30, help="of self-play and learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--deals", type=int, default=100, help="each is played from both seats")
    given = parser.parse_args()
    console = Console()
    size, passes, deals = (32, 2, 2) if given.quick else (256, given.passes, given.deals)
    network = train(passes, size, 80, given.seed, console)
    share = share_of_wins(network, given.level, deals, given.seed, console)
    console.print(f"Won {share:.1%} of {2 * deals} matches against level {given.level}.", highlight=False)


if __name__ == "__main__":
    main()
