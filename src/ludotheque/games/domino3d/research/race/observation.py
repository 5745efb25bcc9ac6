"""Observations of the race: the hand and the set of each seat, and how the round stands."""

from __future__ import annotations

from ludotheque.engine.compiling import compiled
from ludotheque.engine.layout import MAX_COUNT, Part, per_seat
from ludotheque.engine.observation import Observation, mark_bits, relative_seat
from ludotheque.games.domino3d.research.common.placement import PLACEMENT, PLACEMENT_NUMBERS, write_placement
from ludotheque.games.domino3d.research.race.actions import ACTIONS
from ludotheque.games.domino3d.rules.common.board import DOMINOES
from ludotheque.games.domino3d.rules.race.sets import HAND
from ludotheque.games.domino3d.rules.race.state import ACCEPT, NONE, STATE, to_act
from ludotheque.games.spec import Research

PHASES = ("build", "check", "over")


def parts(seats: int) -> tuple[Part, ...]:
    sets = f"the set of each seat, the observer's first, in the order placed: {PLACEMENT}"
    return (
        Part("hands", (seats, DOMINOES), "dominoes not laid down, of each seat, the observer's first"),
        Part("sets", (seats, HAND, PLACEMENT_NUMBERS), sets, DOMINOES),
        per_seat("finished", seats, "as which one the seat was done; 0: it is not", seats),
        per_seat("given_up", seats, "who gave up"),
        Part("verdicts", (seats, 2), "accepted, objected to: the set of each seat, the observer's first"),
        per_seat("totals", seats, "points", MAX_COUNT, -MAX_COUNT),
        Part("phase", (len(PHASES),), ", ".join(PHASES)),
        Part("round", (1,), "the number of this round", 99),
        per_seat("to_act", seats, "who may move now"),
    )


@compiled
def write(state, seat, row, at):
    seats, acting = state.seats, to_act(state)
    for other in range(seats):
        relative = relative_seat(other, seat, seats)
        mark_bits(row, at.hands + relative * DOMINOES, state.hands[other])
        for i in range(state.laid[other]):
            begin = at.sets + (relative * HAND + i) * PLACEMENT_NUMBERS
            write_placement(row, begin, state.laid_domino[other, i] + 1, state.laid_action[other, i])
        row[at.given_up + relative] = not state.building >> other & 1
        if state.verdict[other] != NONE:
            row[at.verdicts + relative * 2 + (state.verdict[other] != ACCEPT)] = 1.0
        row[at.totals + relative] = state.totals[other]
        row[at.to_act + relative] = acting >> other & 1
    for number in range(state.finishers):
        relative = relative_seat(state.finished[number], seat, seats)
        row[at.finished + relative] = number + 1
        row[at.given_up + relative] = 0.0  # who is done does not build either
    row[at.phase + state.phase] = 1.0
    row[at.round] = state.round_number


RESEARCH = Research(observation=Observation(STATE, parts, write), actions=ACTIONS, hides=False, max_moves=None)
