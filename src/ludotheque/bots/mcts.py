"""Tree search for every game, in compiled code.

Monte-Carlo tree search in which each seat maximises its own result. Where something is hidden or chance goes on, every
iteration starts from the root re-dealt for the searching seat, and a node's children are the moves that were
possible in one of these worlds (information-set search). Wide choices open step by step, promising moves first.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import pick, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.knowledge import choose, value, weigh
from ludotheque.engine.playouts import best_result
from ludotheque.engine.rules import Rules, apply, legal, redeal, score, to_act

SEATS = 6
NONE = -1
#: Deeper than any match is long where trees are; a path that would be longer ends in a playout.
DEPTH = 400
#: No game's knowledge has more numbers.
TUNING = 24_000

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("mean", np.float32, (SEATS,)),  # result of all iterations through it, by seat
                ("visits", np.int32),
                ("seen", np.int32),  # how often it could have been chosen
                ("first", np.int32),  # its first child, or NONE
                ("next", np.int32),  # the next child of its parent, or NONE
                ("action", np.int32),
                ("width", np.int32),  # its number of children
                ("prior", np.float32),
            ],
            align=True,
        ),
    )
)

SETTINGS = np.dtype(
    [
        ("exploration", np.float64),
        ("first_width", np.float64),  # so many moves are open at once,
        ("wider", np.float64),  # and this times the square root of the visits more
        ("playout_moves", np.int64),  # a playout is judged by `value` after so many moves
        ("trust", np.float64),  # the part of a leaf's result that `value` decides at once
        ("knows", np.int64),  # 0: no knowledge at all, plain UCT
        ("margin", np.float64),  # the points that make a difference, beside winning
    ],
    align=True,
)


def room_for(rules: Rules) -> np.ndarray[Any, Any]:
    """Room for one search: what `grow` writes beside the nodes."""
    fields = [
        ("moves", np.int32, (rules.max_actions,)),
        ("weights", np.float64, (rules.max_actions,)),
        ("taken", np.int8, (rules.max_actions,)),
        ("picks", np.int64, (4,)),
        ("path", np.int32, (DEPTH + 1,)),
        ("results", np.float64, (SEATS,)),
        ("tuning", np.float64, (TUNING,)),
        ("settings", SETTINGS),
        ("used", np.int64),  # nodes
    ]
    return np.zeros(1, np.dtype((np.record, np.dtype(fields, align=True))))


@inlined
def new_node(nodes, room, action, prior):
    i = room.used
    room.used += 1
    node = nodes[i]
    for seat in range(SEATS):
        node.mean[seat] = 0.0
    node.visits = 0
    node.seen = 0
    node.first = NONE
    node.next = NONE
    node.action = action
    node.width = 0
    node.prior = prior
    return i


@compiled
def plant(nodes, room):
    """An empty tree."""
    room[0].used = 0
    new_node(nodes, room[0], NONE, 1.0)


@compiled
def transplant(old, new, room, at):
    """Make the subtree of node `at` a tree of its own, as far as there is room. Not for trees of linked children."""
    new[0] = old[at]
    used = 1
    i = 0
    while i < used:
        first, width = new[i].first, new[i].width  # still the place in the old tree
        new[i].first = NONE
        if first != NONE and used + width <= len(new):
            for k in range(width):
                new[used + k] = old[first + k]
            new[i].first = used
            used += width
        else:
            new[i].width = 0
        i += 1
    room[0].used = used


@compiled
def child_by(nodes, at, action):
    """The child of node `at` to which an action leads, or NONE. Not for trees of linked children."""
    for child in range(nodes[at].first, nodes[at].first + nodes[at].width):
        if nodes[child].action == action:
            return child
    return NONE


@compiled
def grow(states, nodes, room, seats, seat, secret, key, first, count):
    """Run iterations `first` to `first + count - 1`. `states[0]`: the root; `states[1]`: scratch."""
    for number in range(first, first + count):
        states[1] = states[0]
        seed_picks(room[0].picks, key, number)
        if secret:
            seed_chance(states[1].chance, key, 2 * number + 1)
            redeal(states[1], seat)
            seed_chance(states[1].chance, key, 2 * number)
        iterate(states[1], nodes, room[0], seats, seat, secret)


@compiled
def iterate(state, nodes, room, seats, root_seat, secret):
    """From the root, where `root_seat` moves, to a leaf, a playout, and back."""
    i = 0
    depth = 0
    room.path[0] = 0
    acting = to_act(state)
    while acting and depth < DEPTH:
        seat = trailing_zeros(acting) if depth else root_seat  # in a race several may move
        if secret:
            i = choose_varying(state, nodes, room, i, seat)
        else:
            i = choose_fixed(state, nodes, room, i, seat)
        if i == NONE:
            break
        apply(state, seat, np.int64(nodes[i].action))
        depth += 1
        room.path[depth] = i
        acting = to_act(state)
        if nodes[i].visits == 0:
            break
    judge(state, room, seats)
    for step in range(depth + 1):
        node = nodes[room.path[step]]
        node.visits += 1
        for seat in range(seats):
            node.mean[seat] += (room.results[seat] - node.mean[seat]) / node.visits


@inlined
def open_width(node, settings):
    return settings.first_width + settings.wider * np.sqrt(np.float64(node.visits))


@compiled
def choose_fixed(state, nodes, room, i, seat):
    """The child to go to where the moves of a node never change; NONE if there is no room for children."""
    node = nodes[i]
    if node.first == NONE and not expand(state, nodes, room, i, seat):
        return NONE
    settings = room.settings
    width = min(np.float64(node.width), open_width(node, settings))
    root = settings.exploration * np.sqrt(np.float64(node.visits))
    usual = node.mean[seat] if node.visits else 0.5
    best = NONE
    best_score = -1e9
    for child in range(node.first, node.first + int(width)):
        other = nodes[child]
        mean = other.mean[seat] if other.visits else usual - 0.1
        merit = mean + root * other.prior / (1.0 + other.visits)
        if merit > best_score:
            best = child
            best_score = merit
    return best


@compiled
def expand(state, nodes, room, i, seat):
    """Make the children of a node, the most promising first."""
    count = legal(state, seat, room.moves)
    keep = min(count, MOST_CHILDREN)
    if room.used + keep > len(nodes):
        return False
    weigh_moves(state, seat, room, count)
    total = 0.0
    for k in range(count):
        total += room.weights[k]
    nodes[i].first = room.used
    nodes[i].width = keep
    for _ in range(keep):
        best = 0
        for k in range(1, count):
            if room.weights[k] > room.weights[best]:
                best = k
        new_node(nodes, room, room.moves[best], room.weights[best] / total)
        room.weights[best] = -1.0
    return True


#: A node never has more children: the least promising moves of a wide choice are left out.
MOST_CHILDREN = 96


@inlined
def weigh_moves(state, seat, room, count):
    if room.settings.knows:
        weigh(state, seat, room.moves, count, room.weights, room.tuning)
    else:
        for k in range(count):
            room.weights[k] = 1.0
    # Equal moves in random order: a first listed one is not better.
    for k in range(count):
        room.weights[k] *= 1.0 + pick(room.picks, 1000) * 1e-6


@compiled
def choose_varying(state, nodes, room, i, seat):
    """The child to go to where worlds differ in what is possible; a new one where enough have been tried."""
    node = nodes[i]
    settings = room.settings
    count = legal(state, seat, room.moves)
    for k in range(count):
        room.taken[k] = 0
    root = settings.exploration
    usual = node.mean[seat] if node.visits else 0.5
    available = 0
    best = NONE
    best_score = -1e9
    child = node.first
    while child != NONE:
        other = nodes[child]
        k = np.searchsorted(room.moves[:count], other.action)
        if k < count and room.moves[k] == other.action:
            room.taken[k] = 1
            available += 1
            other.seen += 1
            mean = other.mean[seat] if other.visits else usual
            merit = mean + root * other.prior * np.sqrt(np.float64(other.seen)) / (1.0 + other.visits)
            if merit > best_score:
                best = child
                best_score = merit
        child = other.next
    if available < count and available < open_width(node, settings) and room.used < len(nodes):
        return add_child(state, nodes, room, i, seat, count)
    return best


@compiled
def add_child(state, nodes, room, i, seat, count):
    """The most promising move that has no node yet gets one."""
    weigh_moves(state, seat, room, count)
    total = 0.0
    best = NONE
    for k in range(count):
        total += room.weights[k]
        if not room.taken[k] and (best == NONE or room.weights[k] > room.weights[best]):
            best = k
    child = new_node(nodes, room, room.moves[best], room.weights[best] / total)
    nodes[child].next = nodes[i].first
    nodes[child].seen = 1
    nodes[i].first = child
    return child


@compiled
def judge(state, room, seats):
    """The result of a leaf for each seat: a playout, and what the game's knowledge says at once."""
    settings = room.settings
    trust = settings.trust if settings.knows and to_act(state) else 0.0
    for seat in range(seats):
        room.results[seat] = 0.0
    if trust > 0.0:
        for seat in range(seats):
            room.results[seat] = trust * value(state, seat, room.tuning)
    if trust >= 1.0:
        return
    play_on(state, room)
    if to_act(state):
        for seat in range(seats):
            room.results[seat] += (1.0 - trust) * value(state, seat, room.tuning)
    else:
        add_final(state, room, seats, 1.0 - trust)


@compiled
def play_on(state, room):
    """A playout, to the end or to where it is judged."""
    settings = room.settings
    left = settings.playout_moves
    acting = to_act(state)
    while acting and left:
        seat = trailing_zeros(acting)
        count = legal(state, seat, room.moves)
        if settings.knows:
            k = choose(state, seat, room.moves, count, room.picks, room.tuning)
        else:
            k = pick(room.picks, count)
        apply(state, seat, np.int64(room.moves[k]))
        acting = to_act(state)
        left -= 1


@compiled
def add_final(state, room, seats, part):
    """Nine tenths for winning, one tenth for the margin: even a lost match is played well."""
    best, winners = best_result(state, seats)
    for seat in range(seats):
        points = np.float64(score(state, seat))
        if seats == 1:
            room.results[0] += part * min(1.0, points / (4.0 * room.settings.margin))
            continue
        others = -1e18
        for other in range(seats):
            if other != seat:
                others = max(others, np.float64(score(state, other)))
        lead = max(-1.0, min(1.0, (points - others) / room.settings.margin))
        share = 1.0 / winners if points == best else 0.0
        room.results[seat] += part * (0.9 * share + 0.05 * (1.0 + lead))


@compiled
def weigh_all(states, i, seat, room):
    """Write the seat's legal moves and their weights into the room; return how many."""
    count = legal(states[i], seat, room[0].moves)
    weigh(states[i], seat, room[0].moves, count, room[0].weights, room[0].tuning)
    return count
