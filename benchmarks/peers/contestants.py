"""The contestants: each plays random matches for some time and returns how many moves and matches it played.

A library is imported only when it is measured, so that the others work without it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.peers.keks_plain import Keks

import ludotheque


@dataclass(frozen=True)
class Tally:
    moves: int
    matches: float
    seconds: float


#: Plays for about the given number of seconds.
Play = Callable[[float], Tally]


def timed(match: Callable[[], int], seconds: float) -> Tally:
    """Play matches one by one; `match` returns its number of moves."""
    moves = matches = 0
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        moves += match()
        matches += 1
    return Tally(moves, matches, passed)


def engine(seconds: float) -> Tally:
    """`game.simulate` on one thread."""
    game, matches = ludotheque.game("keks"), 20_000  # enough to make the cost of a call negligible
    began, found = time.perf_counter(), list[Any]()
    while time.perf_counter() - began < seconds:
        found.append(game.simulate(matches, seed=len(found)))
    return Tally(sum(each.moves for each in found), matches * len(found), sum(each.seconds for each in found))


def plain() -> Play:
    chance = random.Random(1)

    def match() -> int:
        keks, moves = Keks.deal(chance), 0
        while not keks.over:
            keks.apply(chance.choice(keks.legal_actions()))
            moves += 1
        return moves

    return lambda seconds: timed(match, seconds)


def openspiel_in_python() -> Play:
    """Play our Python port through OpenSpiel's interface."""
    import pyspiel
    from benchmarks.peers import keks_openspiel  # noqa: F401  # registers the game

    game, chance = pyspiel.load_game("keks_in_python"), random.Random(1)

    def match() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.randrange(len(state.chance_outcomes())))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                moves += 1
        return moves

    return lambda seconds: timed(match, seconds)


def openspiel_own(name: str) -> Play:
    """Play one of OpenSpiel's C++ games with its C++ random bots; one call from Python per match."""
    import pyspiel

    game, seeds = pyspiel.load_game(name), iter(range(1 << 30))

    def match() -> int:
        state, seed = game.new_initial_state(), next(seeds)
        bots = [pyspiel.make_uniform_random_bot(seat, 2 * seed + seat) for seat in range(2)]
        pyspiel.evaluate_bots(state, bots, seed)
        return int(state.move_number())

    return lambda seconds: timed(match, seconds)


def pettingzoo() -> Play:
    from pettingzoo.classic import connect_four_v3

    env, seeds = connect_four_v3.env(), iter(range(1 << 30))

    def match() -> int:
        seed, moves = next(seeds), 0
        env.reset(seed=seed)
        chance = random.Random(seed)
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(chance.choice(observation["action_mask"].nonzero()[0].tolist()))
            moves += 1
        return moves

    return lambda seconds: timed(match, seconds)


def batch(size: int, step: Callable[[ludotheque.Batch], Any], moves: int = 1) -> Play:
    """Measure `step`, which plays the given number of moves in each match of a batch; ended matches restart."""
    matches = ludotheque.batch("keks", size, seed=1)

    def play(seconds: float) -> Tally:
        steps, before, began = 0, int(matches.numbers.sum()), time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            step(matches)
            steps += moves
        return Tally(steps * size, (int(matches.numbers.sum()) - before) / size, passed)

    return play


def step_at_random(matches: ludotheque.Batch) -> None:
    """Pass actions from Python to `step`, which checks each of them."""
    matches.step(matches.random_actions())


def step_and_look(matches: ludotheque.Batch) -> None:
    """Also compute everything that Pgx computes in its step."""
    step_at_random(matches)
    matches.legal_mask()
    matches.observe()


def pgx(name: str, size: int, steps: int) -> Play:
    """Do the same in Pgx, jit-compiled as a whole: `steps` steps of all matches per call; ended matches restart."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def step(carried: Any, _: None) -> tuple[Any, Any]:
        state, key, ended = carried
        key, own, fresh = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        state = step_all(state, jax.random.categorical(own, logits), jax.random.split(fresh, size))
        return (state, key, ended + state.terminated.sum()), None

    several = jax.jit(lambda carried: jax.lax.scan(step, carried, None, length=steps)[0])
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    carried = [jax.block_until_ready(several((state, key, 0)))]

    def play(seconds: float) -> Tally:
        calls, before, began = 0, int(carried[0][2]), time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            carried[0] = jax.block_until_ready(several(carried[0]))
            calls += 1
        return Tally(calls * steps * size, int(carried[0][2]) - before, passed)

    return play


SIZES = (64, 1024)
PGX_GAMES = ("connect_four", "othello", "hex")
#: Steps per call of a program written entirely in JAX.
MANY_STEPS = 64

#: Names and makers; ratios are relative to the first.
Contestants = Iterator[tuple[str, Callable[[], Play]]]


def one_by_one() -> Contestants:
    """Yield what plays one match after another."""
    yield "Keks, the engine (`game.simulate`), one thread", lambda: engine
    yield "Keks, an OpenSpiel game in Python", openspiel_in_python
    yield "Keks, plain Python", plain
    for name in ("connect_four", "othello", "breakthrough"):
        yield f"OpenSpiel `{name}` (C++)", lambda name=name: openspiel_own(name)  # type: ignore[misc]
    yield "PettingZoo `connect_four_v3`", pettingzoo


def one_step_per_call(size: int) -> Contestants:
    """Yield what steps a batch once per call."""
    yield "Keks, `step(random_actions())`", lambda: batch(size, step_at_random)
    yield "Keks, and `legal_mask()`, `observe()`", lambda: batch(size, step_and_look)
    yield "Keks, `random_steps(1)`", lambda: batch(size, lambda matches: matches.random_steps(1))
    for name in PGX_GAMES:
        yield f"Pgx `{name}`", lambda name=name: pgx(name, size, 1)  # type: ignore[misc]


def many_steps_per_call(size: int) -> Contestants:
    """Yield what steps a batch many times per call."""
    ours = f"Keks, `random_steps({MANY_STEPS})`"
    yield ours, lambda: batch(size, lambda matches: matches.random_steps(MANY_STEPS), MANY_STEPS)
    for name in PGX_GAMES:
        yield f"Pgx `{name}`, a loop inside JAX", lambda name=name: pgx(name, size, MANY_STEPS)  # type: ignore[misc]


def parts() -> Iterator[tuple[str, Contestants]]:
    """Yield the titles and contestants of all tables."""
    yield "One match after another", one_by_one()
    for size in SIZES:
        yield f"{size:,} matches in a batch, one step per call", one_step_per_call(size)
    for size in SIZES:
        yield f"{size:,} matches in a batch, {MANY_STEPS} steps per call", many_steps_per_call(size)
