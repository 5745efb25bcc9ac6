"""Knowledge of the bots about the race of Domino 3D: matching, plans, weights, values and reasons."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.games.domino3d.bot.classic.test_evaluation import agree
from tests.games.domino3d.positions import DOMINO, FLAWLESS, position, race
from tests.games.domino3d.rules.race.test_rules import FLAWED, check

from ludotheque import Match
from ludotheque.bots.policy import weights_of
from ludotheque.games.domino3d.bot.race.fitting import is_part_of_error, matches, needs_at
from ludotheque.games.domino3d.bot.race.knowledge import KNOWLEDGE
from ludotheque.games.domino3d.bot.race.plan import NO_PLAN, find_plan
from ludotheque.games.domino3d.bot.race.tuning import FITS
from ludotheque.games.domino3d.rules.common.board import DIRECTION, PLACEMENTS, POSES, STEP, cell_of_place
from ludotheque.games.domino3d.rules.race.notation import parse
from ludotheque.games.domino3d.rules.race.refusal import table
from ludotheque.games.domino3d.rules.race.sets import has_error
from ludotheque.games.domino3d.rules.race.state import LIFT, RULES, list_moves

TUNING = np.zeros(32)
TUNING[: len(KNOWLEDGE.tuning)] = KNOWLEDGE.tuning


def start(seats: int = 2, seed: int = 1, **options: Any) -> Match:
    return DOMINO.start(seats, seed, {"mode": "race", **options})


def state_of(match: Match) -> Any:
    return match.states[0]


def weights(match: Match, seat: int = 0) -> dict[str, float]:
    before = state_of(match).copy()
    found = dict(zip(match.legal_moves(seat), weights_of(match, seat), strict=True))
    assert state_of(match) == before  # plans are tried on the state itself
    return found


def heaviest(match: Match, seat: int = 0) -> str:
    found = weights(match, seat)
    return max(found, key=lambda move: found[move])


def values(match: Match) -> list[float]:
    return [float(KNOWLEDGE.value(state_of(match), seat, TUNING)) for seat in range(match.seats)]


def reasons(match: Match, move: str, seat: int = 0) -> list[tuple[str, dict[str, Any]]]:
    return [(factor.key, factor.params) for factor in KNOWLEDGE.factors(state_of(match), seat, parse(move))]


def plan(match: Match, seat: int = 0) -> int:
    return int(find_plan(state_of(match), seat, RULES.scratch()[0].moves[:], 200))


def build(match: Match, seat: int = 0) -> list[str]:
    """Play the heaviest moves of a seat up to `done`, and return them without it."""
    moves: list[str] = []
    while (move := heaviest(match, seat)) != "done":
        moves.append(move)
        match.play(move, seat)
        assert len(moves) < 40
    return moves


def litter(match: Match, number: int, choice: random.Random) -> None:
    """Lay down dominoes of seat 0 at random, whatever their marks."""
    for _ in range(number):
        match.play(choice.choice([move for move in match.legal_moves(0) if move.startswith("place")]), 0)


def lay_matching(match: Match, number: int, choice: random.Random, *ways: str) -> None:
    """Lay down dominoes of seat 0 without an error or a plan; only by moves that contain one of `ways`, if given."""
    for _ in range(number):
        found = [move for move, weight in weights(match).items() if move.startswith("place") and weight > 1e-3]
        match.play(choice.choice([move for move in found if not ways or any(way in move for way in ways)]), 0)


def stacked() -> Match:
    """Six seats; seat 0 has stacked four dominoes without an error, and has 9 and 11 in its hand."""
    state = start(6).state()
    lying = [(17, 0, "U", "W"), (39, 3, "D", "E"), (1, 5, "D", "W"), (35, 7, "D", "W")]
    state["sets"][0] = [{"domino": domino, "at": [0, 0, z], "to": to, "up": up} for domino, z, to, up in lying]
    others = [domino for domino in range(40) if domino not in (17, 39, 1, 35, 9, 11)]
    state["hands"] = [[9, 11], *(others[6 * i : 6 * i + 6] for i in range(5))]
    return DOMINO.resume(state, {"mode": "race"}, seed=1)


def is_match(state: Any, action: int) -> bool:
    domino, placement = divmod(action, PLACEMENTS)
    cell, pose = int(cell_of_place(placement // POSES)), placement % POSES
    other = cell + int(STEP[DIRECTION[pose]])
    return bool(matches(domino, pose, int(needs_at(state, 0, cell)), int(needs_at(state, 0, other))))


def test_matching_agrees_with_the_plain_model() -> None:
    choice, found = random.Random(1), set()
    for seed in range(4):
        match = start(seed=seed)
        litter(match, 2 + 2 * seed, choice)
        moves, state = RULES.scratch()[0].moves, state_of(match)
        actions = [int(action) for action in moves[: list_moves(state, 0, moves[:])] if action < LIFT]
        for action in choice.sample(actions, 300):
            fits = table(state, 0).mismatch(*divmod(action, PLACEMENTS)) is None
            assert is_match(state, action) == fits
            found.add(fits)
    assert found == {True, False}


@pytest.mark.parametrize(("seats", "number"), [(2, 10), (5, 8), (6, 6)])
def test_the_heaviest_moves_build_a_flawless_set_directly(seats: int, number: int) -> None:
    for seed in range(5):
        match = start(seats, seed)
        moves = build(match)
        assert len(moves) == number
        assert all(move.startswith("place") for move in moves)
        assert not has_error(state_of(match), 0)


def test_the_next_move_of_a_plan_leaves_a_plan() -> None:
    for seed in range(5):
        match = start(3, seed)
        while state_of(match).hands[0]:
            assert (move := plan(match)) != NO_PLAN
            match.play(heaviest(match), 0)
            assert state_of(match).laid_action[0, state_of(match).laid[0] - 1] == move % PLACEMENTS


def test_placements_without_an_error_are_heavier_than_others() -> None:
    match = position(race(FLAWLESS.replace("domino 20 at 2,0,0 E U", ""), "20"), mode="race")
    found = weights(match)
    # Between 18 and 11; upside down, its N side shows B beside an A.
    assert found["place 20 2,0,0 E U"] > 100 * found["place 20 2,0,0 E D"]
    assert found["give up"] == min(found.values())


def test_a_set_in_two_pieces_is_joined() -> None:
    match = position(race(FLAWLESS.replace("domino 20 at 2,0,0 E U", ""), "20"), mode="race")
    assert heaviest(match) == "place 20 2,0,0 E U"
    match.play("place 20 2,0,0 E U", 0)
    assert heaviest(match) == "done"


def test_a_domino_that_makes_an_error_is_taken_back() -> None:
    match = position(race(FLAWED), mode="race")
    assert "done" in match.legal_moves(0)
    laid = state_of(match).laid_domino[0].tolist()
    assert is_part_of_error(state_of(match), 0, laid.index(18))
    assert is_part_of_error(state_of(match), 0, laid.index(20))
    assert not is_part_of_error(state_of(match), 0, laid.index(12))
    lifted = heaviest(match)
    assert lifted in ("lift 20", "lift 11")  # nothing can be done about 18, which carries 9
    build(match)
    assert not has_error(state_of(match), 0)


def test_a_flawless_set_is_built_from_any_position() -> None:
    choice = random.Random(3)
    for seed in range(6):
        match = start(seed=seed)
        litter(match, 10, choice)
        moves = build(match)
        assert not has_error(state_of(match), 0)
        assert any(move.startswith("lift") for move in moves)


def test_where_nothing_fits_a_domino_is_taken_back() -> None:
    # Rule 7: nothing may lie on the four. Beside them neither domino 9 nor 11 matches.
    match = stacked()
    found = weights(match)
    assert plan(match) == NO_PLAN
    assert max(weight for move, weight in found.items() if move.startswith("place")) < 1e-5
    assert heaviest(match) == "lift 35"
    moves = build(match)
    assert not has_error(state_of(match), 0)
    assert len(moves) <= 8


def test_a_set_without_an_upright_domino_is_not_done() -> None:
    match, choice = start(), random.Random(2)
    lay_matching(match, 10, choice, " E ", " W ", " N ", " S ")
    assert not state_of(match).hands[0]
    assert "done" not in match.legal_moves(0)
    move = heaviest(match)
    assert reasons(match, move) == [("makes_way", {"domino": int(move.split()[1])}), ("moves_left", {"number": 2})]
    match.play(move, 0)
    assert plan(match) != NO_PLAN
    assert len(build(match)) == 1


def test_a_search_for_a_plan_ends_at_its_limit() -> None:
    match = start()
    room = RULES.scratch()[0].moves[:]
    assert find_plan(state_of(match), 0, room, 9) == NO_PLAN  # ten dominoes are to be laid down
    assert find_plan(state_of(match), 0, room, 10) == plan(match) != NO_PLAN


def test_a_neighbour_objects_exactly_if_there_is_an_error() -> None:
    assert heaviest(check(FLAWED), 1) == "object"
    assert heaviest(check(FLAWLESS), 1) == "accept"


def test_moves_without_memory_for_a_plan_are_refused() -> None:
    match = start()
    moves = RULES.scratch()[0].moves
    count = list_moves(state_of(match), 0, moves[:])
    with pytest.raises(IndexError, match="too short"):
        KNOWLEDGE.weigh(state_of(match), 0, moves[:count], count, np.zeros(RULES.max_actions), TUNING)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_match_between_planning_bots_is_short(seats: int) -> None:
    choice, match = random.Random(seats), start(seats, goal="rounds")
    while not match.over:
        seat = choice.choice(match.to_act)
        match.play(heaviest(match, seat), seat)
    number = {2: 10, 4: 10, 6: 6}[seats]
    assert len(match.history) == 4 * seats * (number + 1)
    assert sum(match.scores) == 4 * seats * (seats + 1) // 2


def test_the_heaviest_moves_beat_random_ones() -> None:
    for seed in range(4):
        choice, match, greedy = random.Random(seed), start(2, seed, goal="rounds"), seed % 2
        while not match.over:
            seat = choice.choice(match.to_act)
            match.play(heaviest(match, seat) if seat == greedy else choice.choice(match.legal_moves(seat)), seat)
        assert match.winners == [greedy]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_values_are_shares_of_one_win(seats: int) -> None:
    match = start(seats, goal="rounds")
    while not match.over:
        assert sum(values(match)) == pytest.approx(1)
        builder = match.to_act[-1]
        match.play("give up" if builder else heaviest(match, 0), builder)
        assert values(match)[0] >= values(match)[1]
    assert match.winners == [0]
    assert values(match) == pytest.approx([1] + [0] * (seats - 1))


def test_reasons_for_placements() -> None:
    match = position(race(FLAWLESS.replace("domino 12 at -1,0,0 U W", ""), "12"), mode="race")
    assert reasons(match, "place 12 -1,0,0 U W") == [("complete", {}), ("matches", {"number": 1})]
    match.play("lift 9", 0)
    assert reasons(match, "place 12 -1,0,0 U W") == [
        ("way_on", {"number": 1}),
        ("matches", {"number": 1}),
        ("first_upright", {}),
    ]
    match.play("lift 20", 0)
    # Upside down, South shows its N, an A; domino 18 shows B there. To the North, domino 30 hides the mark.
    params = {"at": "2,0,0", "side": "S", "mark": "A", "other": "B", "domino": 18}
    # Moves left: take it back, lay down all three, say so.
    assert reasons(match, "place 20 2,0,0 E D") == [("mismatch", params), ("moves_left", {"number": 5})]


def test_every_reason_of_the_race_has_a_sentence() -> None:
    seen: set[str] = set()
    choice = random.Random(1)

    def note(match: Match, moves: list[str], seat: int = 0) -> None:
        for move in moves:
            found = reasons(match, move, seat)
            assert found
            for key, params in found:
                assert "{" not in DOMINO.spec.sentence_of("factors", key, params)
                seen.add(key)

    match = start()
    lay_matching(match, 9, choice, " E ", " W ", " N ", " S ")
    flat = next(move for move in match.legal_moves(0) if move.startswith("place") and move[-3] in "EWNS")
    note(match, ["give up", flat])
    lay_matching(match, 1, choice, " E ", " W ", " N ", " S ")
    note(match, [heaviest(match)])
    match.undo()
    note(match, [move for move, weight in weights(match).items() if weight == TUNING[FITS]])
    cornered = stacked()
    cornered.play("lift 35", 0)
    note(cornered, ["place 35 0,0,7 D W"])
    note(start(), [heaviest(start())])
    flawless, flawed = position(race(FLAWLESS), mode="race"), position(race(FLAWED), mode="race")
    note(flawless, ["done", "lift 12"])
    note(flawed, ["done", "lift 20"])
    flawed.play("lift 9", 0)
    note(flawed, ["place 9 1,0,2 D N"])
    flawless.play("lift 12", 0)
    note(flawless, ["place 12 -1,0,0 U W"])
    note(check(FLAWED), ["accept", "object"], 1)
    note(check(FLAWLESS), ["accept"], 1)
    keys = list(DOMINO.spec.words.messages["factors"])
    assert seen == set(keys[keys.index("mismatch") :])


AGREE = """
import random
from tests.games.domino3d.bot.race.test_evaluation import litter, start, values, weights
for placed in (0, 4, 9):
    match = start(seed=placed)
    litter(match, placed, random.Random(placed))
    print([f"{number:.12f}" for number in [*weights(match).values(), *values(match)]])
"""


def test_interpreted_and_compiled_code_agree() -> None:
    assert agree(AGREE)
