"""The chances of all seats to win the match after a move of the race, by simulation.

The table does not tell who is quicker. So the simulation assumes that nobody makes further errors and that each next
move is equally likely to be anybody's: a seat that needs fewer moves for its set is likely to be first, and from the
next round on all are equally good. Errors in a set are found when it is checked.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.domino3d.bot.race.plan import CAREFUL_TRIES, NO_PLAN, best_move, is_complete
from ludotheque.games.domino3d.rules.common.tower import set_border
from ludotheque.games.domino3d.rules.race.sets import has_error, lay_down
from ludotheque.games.domino3d.rules.race.state import (
    ACCEPT,
    BUILD,
    CHECK,
    DONE,
    MAX_ROUNDS,
    OBJECT,
    OVER,
    POINTS_GOAL,
    ROUNDS_GOAL,
    RULES,
    STATE,
    apply,
)

#: Simulated endings; each is used with every seat in every role.
ENDINGS = 300
#: An upper bound for the moves that finish a set; also used when no plan is found.
MAX_LEFT = 40

Floats = NDArray[np.float64]


def judge(state: Any, seat: int, action: int) -> tuple[int, list[float], list[float]]:
    """Judge a seat's best move: return it, and the chances of all seats after it and after the given action."""
    played = _after(state, seat, action)
    better = _best(state, seat)
    best = played if better in (action, NO_PLAN) else _after(state, seat, better)
    if best[seat] <= played[seat]:
        better, best = action, played
    return better, best, played


def _best(state: Any, seat: int) -> int:
    if state.phase == CHECK:
        return OBJECT if has_error(state, (seat - 1) % int(state.seats)) else ACCEPT
    return int(best_move(state.copy(), seat, RULES.scratch()[0].moves[:], CAREFUL_TRIES))


def _after(state: Any, seat: int, action: int) -> list[float]:
    after = state.copy()
    apply(after, seat, action)
    return chances(after)


def chances(state: Any) -> list[float]:
    """Return the chance of each seat to win; they add up to 1."""
    seats, now = int(state.seats), np.array(state.totals[: state.seats], float)
    if state.phase == OVER:
        return _shares(now[None]).tolist()  # type: ignore[no-any-return]  # a list of floats
    times, later = simulated_endings(seats)
    # Seats that are done come first, in their order; a seat that gave up has no place.
    at = np.full((len(times), seats), np.inf)
    for place in range(int(state.finishers)):
        at[:, state.finished[place]] = place - seats
    for seat in range(seats):
        if state.phase == BUILD and int(state.building) >> seat & 1:
            at[:, seat] = times[:, seat, moves_left(*table_of(state, seat)) - 1]
    won = np.where(np.isinf(at), 0.0, seats - at.argsort(1).argsort(1))
    for seat in _caught(state):
        won[:, seat] = -np.minimum(won[:, seat], now[seat])
    rounds = (now + won)[:, None, :] + later
    last = (ROUNDS_GOAL if state.rounds_goal else MAX_ROUNDS) - int(state.round_number)
    over = np.zeros(rounds.shape[:2], bool) if state.rounds_goal else rounds.max(2) >= POINTS_GOAL
    over[:, last:] = True
    return _shares(rounds[np.arange(len(rounds)), over.argmax(1)]).tolist()  # type: ignore[no-any-return]  # as above


def _shares(totals: Floats) -> Floats:
    """Return each seat's mean share of the win, by the totals in each simulation."""
    first = totals == totals.max(1, keepdims=True)
    return np.asarray((first / first.sum(1, keepdims=True)).mean(0))


def _caught(state: Any) -> list[int]:
    """Return the seats that are done and have an error that will be found."""
    done = [int(seat) for seat in state.finished[: state.finishers]]
    return [seat for seat in done if state.verdict[seat] != ACCEPT and has_error(state, seat)]


@cache
def simulated_endings(seats: int) -> tuple[Floats, Floats]:
    """Return, by simulation and seat, when it has made its moves, and its accumulated points in rounds to come."""
    chance = np.random.default_rng(seats)
    times = chance.exponential(size=(ENDINGS, seats, MAX_LEFT)).cumsum(2)
    won = seats - chance.random((ENDINGS, MAX_ROUNDS, seats)).argsort(2)
    later = np.concatenate([np.zeros((ENDINGS, 1, seats)), won.cumsum(1)], axis=1)
    roles = [np.roll(np.arange(seats), turn) for turn in range(seats)]
    return np.concatenate([times[:, role] for role in roles]), np.concatenate([later[..., role] for role in roles])


Table = tuple[int, tuple[tuple[int, int], ...]]


def table_of(state: Any, seat: int) -> Table:
    """Return a seat's hand, as bits, and its set: each domino and its placement, in the order placed."""
    number = state.laid[seat]
    return int(state.hands[seat]), tuple(
        zip(state.laid_domino[seat, :number].tolist(), state.laid_action[seat, :number].tolist(), strict=True)
    )


@lru_cache(maxsize=10_000)
def moves_left(hand: int, laid: tuple[tuple[int, int], ...]) -> int:
    """Return the number of moves that finish such a set without an error, `done` included, if a plan is found."""
    state, space = _scratch(hand, laid), RULES.scratch()[0].moves[:]
    for made in range(MAX_LEFT):
        move = best_move(state, 0, space, CAREFUL_TRIES)
        if move == DONE:
            return made + 1
        if move == NO_PLAN:
            break
        apply(state, 0, move)
    return MAX_LEFT


def _scratch(hand: int, laid: tuple[tuple[int, int], ...]) -> Any:
    """Set up a position in which seat 0 has that table."""
    state = np.zeros(1, STATE)[0]
    set_border(state, 0)
    for domino, action in laid:
        lay_down(state, 0, domino, action)
    state.hands[0], state.building, state.seats = hand, 1, 2
    state.ready[0] = int(is_complete(state, 0))
    return state
