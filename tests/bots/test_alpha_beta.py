"""Alpha-beta: minimax values, sound proofs, a transposition table that detects torn entries, deadlines."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.keks.positions import NEARLY_LOST, NEARLY_WON

import ludotheque
from ludotheque import Match, bots
from ludotheque.bots import Budget, alpha_beta
from ludotheque.bots.alpha_beta_bot import AlphaBetaBot
from ludotheque.bots.iterative_deepening import Deepening
from ludotheque.bots.levels import LevelBot
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.games import load_knowledge
from ludotheque.games.keks.bot import endgame
from ludotheque.games.keks.bot.evaluation import value
from ludotheque.games.keks.bot.tuning import TUNING

load_knowledge("keks")
KEKS = ludotheque.game("keks")
NUMBERS = np.array(TUNING)


def after_random_moves(seed: int, moves: int, variant: str) -> Match:
    match, chance = KEKS.start(seed=seed, options={"variant": variant}), random.Random(seed)
    while moves and not match.over:
        match.play(chance.choice(match.legal_moves()))
        moves -= 1
    return match


def search_of(match: Match, *, unreduced: bool = False) -> Deepening:
    search = Deepening.of(match)
    search.control["unreduced"] = unreduced
    return search


def minimax(match: Match, depth: int) -> int:
    """Return the minimax value for the seat to move, without pruning. A forced move does not count as a ply."""
    seat, moves = match.to_act[0], match.legal_moves()
    depth += len(moves) == 1
    found = []
    for move in moves:
        match.play(move)
        if match.over or depth <= 1:
            shown = int(value(match.states[0], seat, NUMBERS) * alpha_beta.WON)
            found.append(shown if match.over else max(1, min(alpha_beta.WON - 1, shown)))
        else:
            later = minimax(match, depth - 1)
            found.append(later if match.to_act[0] == seat else alpha_beta.WON - later)
        match.undo()
    return max(found)


@pytest.mark.parametrize("variant", ["classic", "eleven"])
@pytest.mark.parametrize("moves", [0, 20, 40])
def test_values_equal_plain_minimax(variant: str, moves: int) -> None:
    """Neither cutoffs nor the transposition table, filled by a shallower search, change a value."""
    match = after_random_moves(moves, moves, variant)
    own, table = search_of(match, unreduced=True), alpha_beta.new_table()
    for depth in (1, 2, 3, 4):
        assert own.search(table, depth) == minimax(match, depth)
        best = match.mode.text(own.best_action)
        match.play(best)
        match.undo()


def after(match: Match, move: str, depth: int) -> int:
    """Return the minimax value of a move for the seat that plays it."""
    seat = match.to_act[0]
    match.play(move)
    if match.over or depth == 0:
        found = int(value(match.states[0], seat, NUMBERS) * alpha_beta.WON)
    else:
        found = minimax(match, depth)
        found = found if match.to_act[0] == seat else alpha_beta.WON - found
    match.undo()
    return found


@pytest.mark.parametrize("variant", ["classic", "eleven"])
def test_late_moves_are_reduced(variant: str) -> None:
    """At depth 3 only the root has reduced moves; one that beats alpha is searched again at full depth."""
    re_searched = missed = 0
    for seed in range(140, 300):  # in some, the second move is the best but looks worse
        match = after_random_moves(seed, seed // 3 % 40, variant)
        if match.over:
            continue
        by_look = sorted(match.legal_moves(), key=lambda move: -after(match, move, 0))
        if len(by_look) < 6:
            continue
        expected = max(after(match, move, 2) for move in by_look[:2])
        for move in by_look[2:]:
            if after(match, move, 1) > expected:
                re_searched += 1
                expected = max(expected, after(match, move, 2))
            elif after(match, move, 2) > expected:
                missed += 1
        assert search_of(match).search(alpha_beta.new_table(), 3) == expected
    assert re_searched, "no reduced move was searched again"
    assert missed, "reductions changed no value, so this test would pass without them"


@pytest.mark.parametrize(
    ("reduction", "result", "believed"),
    [(0, 700, True), (1, 700, False), (1, 300, True), (1, alpha_beta.WON, True)],
    ids=["full depth", "reduced", "not better", "proved"],
)
def test_a_reduced_move_that_beats_alpha_is_searched_again(reduction: int, result: int, believed: bool) -> None:
    """A beta cutoff by a reduced search must be confirmed, too."""
    frame = alpha_beta.new_stack(KEKS.start().rules)[0]
    frame.count, frame.tried, frame.reduction = 5, 3, reduction
    frame.alpha, frame.beta, frame.best = 500, 501, 400
    alpha_beta.back_up(frame, result)
    assert (frame.tried, frame.re_search) == ((4, 0) if believed else (3, 1))


@pytest.mark.parametrize("variant", ["classic", "eleven"])
def test_reductions_halve_the_nodes(variant: str) -> None:
    """The same time then suffices for a few more plies."""
    match = after_random_moves(7, 12, variant)
    nodes = []
    for unreduced in (True, False):
        own, table = search_of(match, unreduced=unreduced), alpha_beta.new_table()
        before = int(own.control["nodes_left"][0])
        for depth in range(1, 11):
            own.search(table, depth)
        nodes.append(before - int(own.control["nodes_left"][0]))
    assert 2 * nodes[1] < nodes[0]


@pytest.mark.parametrize("variant", ["classic", "eleven"])
def test_proofs_agree_with_the_endgame_solver(variant: str) -> None:
    proofs = []
    for seed in range(30):
        match = KEKS.start(seed=seed, options={"variant": variant})
        chance = random.Random(seed)
        while not match.over and int(match.states[0].tiles).bit_count() > 10:
            match.play(chance.choice(match.legal_moves()))
        if match.over:
            continue
        own, table, found, depth = search_of(match), alpha_beta.new_table(), 1, 0
        while found not in (0, alpha_beta.WON):
            depth += 1
            found = own.search(table, depth)
        solved = endgame.solve(match.states[0], 10_000_000)
        assert (found == alpha_beta.WON) == (solved is not None)
        proofs.append(found)
    assert {0, alpha_beta.WON} == set(proofs)


def test_torn_entries_are_ignored() -> None:
    match = after_random_moves(1, 30, "classic")
    expected = search_of(match).search(alpha_beta.new_table(), 5)
    spoilt = alpha_beta.new_table()
    search_of(match).search(spoilt, 5)
    filled = spoilt["check"] != 0
    assert filled.sum() > 50
    spoilt["data"][filled] = np.roll(spoilt["data"][filled], 1)
    assert search_of(match).search(spoilt, 5) == expected


def test_other_held_tiles_give_another_position_key() -> None:
    """Otherwise the transposition table would mix up positions with the same biscuit."""
    ours, theirs = (KEKS.resume(drawn).states[0] for drawn in (NEARLY_WON, NEARLY_LOST))
    assert endgame.position_key(ours) != endgame.position_key(theirs)


def test_it_takes_a_win_and_resists_when_lost() -> None:
    bot = AlphaBetaBot("test", Budget(simulations=500), 1)
    assert bot.move(KEKS.resume(NEARLY_WON), 0) in ("c4", "e3", "e5")
    lost = KEKS.resume(NEARLY_LOST)
    own = search_of(lost)
    own.deepen(alpha_beta.new_table(), 1)
    assert own.proved
    assert own.best_value in (0, alpha_beta.WON)
    assert bot.move(lost, 0) in lost.legal_moves()


def test_a_lost_position_is_played_by_the_last_search_without_proof() -> None:
    """If all moves are proved to lose, their values no longer tell which resists longest."""
    for seed in range(40):
        match = after_random_moves(seed, 60, "classic")
        if match.over or len(match.legal_moves()) < 3:
            continue
        own, table = search_of(match), alpha_beta.new_table()
        best: list[tuple[int, int]] = []
        depth = 0
        while not best or best[-1][0] not in (0, alpha_beta.WON):
            depth += 1
            best.append((own.search(table, depth), own.best_action))
        if best[-1][0] == 0 and len(best) > 2:
            again = search_of(match)
            again.deepen(alpha_beta.new_table(), 1)
            assert again.action == best[-2][1]
            return
    pytest.fail("no lost position occurred")


def test_a_stopped_search_returns_at_once() -> None:
    own = search_of(KEKS.start(seed=1))
    own.stop()
    assert own.search(alpha_beta.new_table(), 50) == alpha_beta.UNKNOWN
    own = search_of(KEKS.start(seed=1))
    own.allow(100)
    assert own.search(alpha_beta.new_table(), 50) == alpha_beta.UNKNOWN


@pytest.mark.parametrize("threads", [1, 2])
def test_the_deadline_is_kept(threads: int) -> None:
    bot, match = AlphaBetaBot("test", Budget(seconds=0.2), threads), KEKS.start(seed=1)
    bot.move(match, 0, Budget(simulations=10))  # compile first
    began, busy = time.perf_counter(), time.process_time()
    assert bot.move(match, 0) in match.legal_moves()
    assert time.perf_counter() - began > 0.15
    assert time.process_time() - busy < 0.2 + 1.0  # CPU time of all threads, so that a busy machine does not matter


def test_a_proved_move_is_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def search_without_result(own: Deepening, table: NDArray[np.void], first: int) -> None:
        while not own.control["stop"][0]:
            time.sleep(0.01)

    monkeypatch.setattr(Deepening, "deepen", search_without_result)
    won = KEKS.resume(NEARLY_WON)
    assert AlphaBetaBot("test", Budget(seconds=300.0), 2).move(won, 0) in ("c4", "e3", "e5")


def in_time(bot: AlphaBetaBot, match: Match) -> str:
    return bot.move(match, match.to_act[0], Budget(seconds=0.05))


def test_the_transposition_table_is_kept_for_the_next_move() -> None:
    """Only within the same deal, and never with a budget of simulations, which must be reproducible."""
    match, bot = after_random_moves(3, 6, "eleven"), AlphaBetaBot("test", Budget(seconds=0.05), 1)
    match.play(in_time(bot, match))
    assert bot.kept is not None
    table = bot.kept.table
    known = int((table["check"] != 0).sum())
    in_time(bot, match)
    assert bot.kept.table is table
    assert int((table["check"] != 0).sum()) > known
    bot.move(match, match.to_act[0], Budget(simulations=200))
    assert bot.kept.table is table
    in_time(bot, after_random_moves(4, 6, "eleven"))
    assert bot.kept.table is not table


def test_a_proved_loss_is_not_kept() -> None:
    """Otherwise the next move would be arbitrary, although most opponents do not see the win."""
    bot = AlphaBetaBot("test", Budget(seconds=60.0), 1)  # the search finishes long before
    bot.move(KEKS.resume(NEARLY_WON), 0)
    assert bot.kept is not None
    bot.move(KEKS.resume(NEARLY_LOST), 0)
    assert bot.kept is None


def test_a_budget_of_simulations_is_deterministic() -> None:
    match, bot = KEKS.start(seed=4), AlphaBetaBot("test", Budget(simulations=2000), 2)
    assert len({bot.move(match, 0, seed=seed) for seed in range(3)}) == 1


def test_level_five_of_keks_is_alpha_beta() -> None:
    kinds = {name: bots.level(name, 5) for name in ludotheque.games()}
    for name, bot in kinds.items():
        assert isinstance(bot, LevelBot)
        assert isinstance(bot.usual, AlphaBetaBot if name == "keks" else MctsBot)
