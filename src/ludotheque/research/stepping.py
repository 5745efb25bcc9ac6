"""The compiled side of a batch: each thread serves a section of the matches."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import pick, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.observation import observe_rows
from ludotheque.engine.rules import apply, legal, score, setup, to_act
from ludotheque.engine.threads import ARGUMENT, answer, await_call
from ludotheque.research.rewards import write_rewards

# The commands of a call. PLAY + n: play n random moves in each match.
BEGIN, CHECK, STEP, CHECK_AND_STEP, MARK, LIST, CHOOSE, OBSERVE, PLAY = range(9)

# The rows of `vectors`, which have one integer for each match; they share an array because every array passed to a
# compiled function costs time. From PICKS on: four rows for the generators of random actions.
ACTING, TO_ACT, NUMBER, SEAT, ACTION, COUNT, PICKS = range(7)
VECTORS = PICKS + 4

# The fields of `settings`: seats, the section of matches from LOW to HIGH - 1, the size of the whole batch, and the
# first match of the section whose action is illegal.
SEATS, LOW, HIGH, SIZE, FIRST_ILLEGAL = range(5)
SETTINGS = 5
#: The value of `settings[FIRST_ILLEGAL]` when all actions are legal.
ALL_LEGAL = -1

#: This many states fit into the fast cache together, so they play all their random moves before the next ones do.
CHUNK = 128


@compiled
def serve(states, scratch, vectors, done, scores, rewards, mask, moves, rows, offsets, options, key, settings, mailbox):
    """Answer calls until none comes.

    From `states` to `rows` every array has an entry for each match; `states` has one more, which is blank.
    """
    while await_call(mailbox):
        command, low, high = mailbox[ARGUMENT], settings[LOW], settings[HIGH]
        if command == BEGIN:
            for i in range(low, high):
                _begin(states, vectors, i, options, key, settings)
                _seed_picks(vectors, i, key)
        elif command in (CHECK, STEP, CHECK_AND_STEP):
            if command != STEP:
                settings[FIRST_ILLEGAL] = _first_illegal(states, vectors, scratch[0], low, high)
            if command == STEP or (command == CHECK_AND_STEP and settings[FIRST_ILLEGAL] == ALL_LEGAL):
                for i in range(low, high):
                    _step(states, vectors, i, done, scores, rewards, options, key, settings)
        elif command == MARK:
            for i in range(low, high):
                mask[i] = False
                for k in range(legal(states[i], vectors[SEAT, i], scratch[0].moves)):
                    mask[i, scratch[0].moves[k]] = True
        elif command == LIST:
            for i in range(low, high):
                count = legal(states[i], vectors[SEAT, i], scratch[0].moves)
                moves[i, :count] = scratch[0].moves[:count]
                vectors[COUNT, i] = count
        elif command == CHOOSE:
            for i in range(low, high):
                _choose(states, vectors, i, scratch[0])
        elif command == OBSERVE:
            observe_rows(states, vectors[SEAT], low, high, rows, offsets)
        else:
            for first in range(low, high, CHUNK):
                for _ in range(command - PLAY):
                    for i in range(first, min(first + CHUNK, high)):
                        vectors[SEAT, i] = vectors[TO_ACT, i]
                        _choose(states, vectors, i, scratch[0])
                        _step(states, vectors, i, done, scores, rewards, options, key, settings)
        answer(mailbox)


@compiled
def _begin(states, vectors, i, options, key, settings):
    """Deal the match whose number is in place `i`: that stream of the batch's key."""
    states[i] = states[settings[SIZE]]
    seed_chance(states[i].chance, key, vectors[NUMBER, i])
    setup(states[i], settings[SEATS], options)
    vectors[ACTING, i] = to_act(states[i])
    vectors[TO_ACT, i] = trailing_zeros(vectors[ACTING, i])


@compiled
def _seed_picks(vectors, i, key):
    """Seed the random actions of place `i` with the number of its first match, as `simulate` does."""
    picks = np.empty(4, np.int64)
    seed_picks(picks, key, vectors[NUMBER, i])
    for k in range(4):
        vectors[PICKS + k, i] = picks[k]


@inlined
def _choose(states, vectors, i, scratch):
    """Choose a random legal action of the seat; -1 if it has none."""
    count = legal(states[i], vectors[SEAT, i], scratch.moves)
    for k in range(4):
        scratch.picks[k] = vectors[PICKS + k, i]
    vectors[ACTION, i] = scratch.moves[pick(scratch.picks, count)] if count else -1
    for k in range(4):
        vectors[PICKS + k, i] = scratch.picks[k]


@inlined
def _step(states, vectors, i, done, scores, rewards, options, key, settings):
    """Play the action in place `i`; if that ends the match, note its result and deal the next one."""
    apply(states[i], vectors[SEAT, i], vectors[ACTION, i])
    vectors[ACTING, i] = to_act(states[i])
    done[i] = vectors[ACTING, i] == 0
    seats = settings[SEATS]
    if done[i]:
        _note_result(states[i], i, seats, scores, rewards)
        vectors[NUMBER, i] += settings[SIZE]
        _begin(states, vectors, i, options, key, settings)
    else:
        for seat in range(seats):  # slices would be slower
            scores[i, seat] = 0
            rewards[i, seat] = 0.0
        vectors[TO_ACT, i] = trailing_zeros(vectors[ACTING, i])


@compiled
def _note_result(state, i, seats, scores, rewards):
    for seat in range(seats):
        scores[i, seat] = score(state, seat)
    write_rewards(scores, rewards, i, seats)


@inlined
def _first_illegal(states, vectors, scratch, low, high):
    """Return the first match whose action is not legal for the seat, or ALL_LEGAL."""
    for i in range(low, high):
        seat, action = vectors[SEAT, i], vectors[ACTION, i]
        if not vectors[ACTING, i] >> seat & 1:
            return i
        if not _is_among(scratch.moves, legal(states[i], seat, scratch.moves), action):
            return i
    return ALL_LEGAL


@inlined
def _is_among(moves, count, action):
    """Return whether the action is among the first `count` moves, which ascend. NumPy is slower on short lists."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if moves[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < count and moves[low] == action


@compiled
def play_each(states, seat, starts, moves, after, ended):
    """Play each move of each state on a copy: `after[starts[i] + k]` is state `i` after its k-th move."""
    for i in range(len(states)):
        for k in range(starts[i + 1] - starts[i]):
            place = starts[i] + k
            after[place] = states[i]
            apply(after[place], seat[i], np.int64(moves[i, k]))
            ended[place] = to_act(after[place]) == 0
