"""Tree search: a tree kept between moves, exact endgames, seats that move simultaneously."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.keks.positions import NEARLY_WON
from tests.games.nox.positions import resumed

import ludotheque
from ludotheque.bots import Budget, find_hints, mcts
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.search_tree import KEPT_NODES, KeptTrees, SearchTree
from ludotheque.bots.workspace import SearchSettings
from ludotheque.engine.chance import key_of
from ludotheque.games import load_knowledge

LITTLE_TIME = Budget(seconds=0.05)


def test_the_tree_is_kept_between_moves() -> None:
    load_knowledge("keks")
    bot = MctsBot("kept", LITTLE_TIME, SearchSettings(threads=1))
    match = ludotheque.game("keks").start(seed=1)
    best, other = (candidate.move for candidate in bot.candidates(match, 0)[:2])
    kept = bot.kept
    assert kept is not None
    expected = int(kept.trees[0].nodes[0]["visits"])
    elsewhere = match.redeal(0, 1)
    elsewhere.play(other)
    assert kept.follow(elsewhere, 1000) is None
    match.play(best)
    followed = kept.follow(match, 1000)
    assert followed is not None
    assert int(followed[0].nodes[0]["visits"]) == expected > 0


def test_a_copied_tree_is_the_same_tree() -> None:
    load_knowledge("nasca")
    bot = MctsBot("kept", Budget(seconds=0.1), SearchSettings(threads=1))
    match = ludotheque.game("nasca").start(seed=1)
    (own,) = bot.plant(match)
    bot.grow([own], match, 0, Budget(simulations=2000), 1)
    fresh = np.zeros(len(own.nodes), mcts.NODE)

    def shape(nodes: np.ndarray, i: int) -> list[object]:
        first, width = int(nodes[i]["first"]), int(nodes[i]["width"])
        children = [shape(nodes, first + k) for k in range(width)] if first != mcts.NONE else []
        return [int(nodes[i]["action"]), int(nodes[i]["visits"]), float(nodes[i]["mean"][0]), children]

    before = shape(own.nodes, 0)
    mcts.copy_subtree(own.nodes, fresh, own.workspace, 0)
    assert shape(fresh, 0) == before


def test_pruned_nodes_have_no_children() -> None:
    """A node whose children were dropped must not refer to other nodes of the tree."""
    load_knowledge("keks")
    bot = MctsBot("kept", Budget(seconds=0.1), SearchSettings(threads=1))
    match = ludotheque.game("keks").start(seed=1)
    (own,) = bot.plant(match)
    bot.grow([own], match, 0, Budget(simulations=2000), 1)
    small = np.zeros(40, mcts.NODE)
    mcts.copy_subtree(own.nodes, small, own.workspace, 0)
    used = int(own.workspace[0].used)
    cut = [i for i in range(used) if small[i]["first"] == mcts.NONE]
    assert any(own.nodes[i]["width"] for i in range(used, 200))
    for i in cut:
        assert all(mcts.child_by_action(small, i, int(small[k]["action"])) == mcts.NONE for k in range(used))
    assert mcts.child_by_action(small, 0, int(small[1]["action"])) == 1


def test_another_match_gets_another_tree() -> None:
    load_knowledge("keks")
    bot = MctsBot("kept", LITTLE_TIME, SearchSettings(threads=1))
    keks = ludotheque.game("keks")
    bot.move(keks.start(seed=1), 0)
    other = keks.start(seed=2)
    assert bot.move(other, 0) in other.legal_moves()
    later = keks.start(seed=3)
    for _ in range(5):
        later.play(later.legal_moves()[0])
    assert bot.move(later, later.to_act[0]) in later.legal_moves()


def test_with_simulations_a_move_depends_on_the_position_alone() -> None:
    load_knowledge("keks")
    match = ludotheque.game("keks").start(seed=4)
    used, fresh = (MctsBot("same", Budget(simulations=300), SearchSettings(threads=1)) for _ in range(2))
    used.move(ludotheque.game("keks").start(seed=9), 0)
    assert used.candidates(match, 0) == fresh.candidates(match, 0)


def test_memory_is_bounded() -> None:
    """A search continues when its tree is full, and never writes beyond its end; little of the tree is kept."""
    load_knowledge("keks")
    bot = MctsBot("small", Budget(simulations=3000), SearchSettings(threads=1, nodes=200))
    match = ludotheque.game("keks").start(seed=1)
    assert bot.move(match, 0) in match.legal_moves()
    trees = bot.plant(match)
    bot.grow(trees, match, 0, Budget(simulations=3000), 0)
    assert trees[0].workspace[0].used <= 200
    assert trees[0].nodes[0]["visits"] == 3000
    kept = KeptTrees.after(match.legal_moves()[0], trees, match, 0)
    assert kept is not None
    assert len(kept.trees[0].nodes) <= 200 < KEPT_NODES


def test_an_exact_bot_takes_the_proved_move_and_says_so() -> None:
    load_knowledge("keks")
    match = ludotheque.game("keks").resume(NEARLY_WON)
    bot = MctsBot("exact", Budget(simulations=500), SearchSettings(threads=1, use_solver=True))
    best = bot.candidates(match, 0)[0]
    assert best.move in ("c4", "e3", "e5")  # the third D, B or C is the fifth colour
    assert best.value == 1.0
    assert bot.move(match, 0) == best.move


@pytest.mark.parametrize(
    ("earlier", "results"),
    [
        # Totals 64, 58 and 47: 0.9 for the win; leads of 6, -6 and -17, of which at most the margin of 10 counts.
        ([40, 49, 47], [0.9 + 0.08, 0.02, 0.0]),
        # Totals 64, 64 and 58: the win is shared, and the leads are 0, 0 and -6.
        ([40, 55, 58], [0.45 + 0.05, 0.45 + 0.05, 0.02]),
    ],
)
def test_with_three_seats_each_gets_its_own_result(earlier: list[int], results: list[float]) -> None:
    """NOX: seat 0 ends the match with a sixth stack. Its display is then worth 24 and that of seat 1 is worth 9."""
    load_knowledge("nox")
    displays = "b1 b4 g2 g5 o3", "b4 g2 o3", ""
    match = resumed(*displays, hands={0: "b9 b9 b9"}, history=[earlier], options={"target": 60})
    tree = SearchTree.of(match, SearchSettings(threads=1, nodes=100, use_knowledge=False))
    tree.run(0, mcts.DRAWS, key_of("end"), Budget(simulations=5), match.mode.parse("b9>0"))
    assert tree.nodes[0]["mean"][:3].tolist() == pytest.approx(results)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_in_a_race_every_seat_gets_its_own_moves(seat: int) -> None:
    load_knowledge("domino3d")
    match = ludotheque.game("domino3d").start(3, 1, {"mode": "race"})
    for use_knowledge in (True, False):
        bot = MctsBot("race", Budget(simulations=50), SearchSettings(threads=1, use_knowledge=use_knowledge))
        assert bot.move(match, seat) in match.legal_moves(seat)
    assert find_hints(match, seat, 0.05)[0].move in match.legal_moves(seat)
