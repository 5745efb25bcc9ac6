"""Monte-Carlo tree search (PUCT with progressive widening) for every game, in compiled code.

Each seat maximizes its own mean result (max^n). In games of perfect information a node's children are an array, made
at once. Where something is hidden or chance goes on, the search is an information-set search (ISMCTS, open loop): every
iteration starts from a determinization, the root re-dealt for the searching seat, and a node's children are a linked
list of the moves that were legal in one of the determinizations so far.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bots.playout import evaluate, weigh_shuffled
from ludotheque.bots.workspace import MAX_DEPTH, MAX_SEATS
from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import seed_chance, seed_picks
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.rules import apply, legal, redeal, to_act

NONE = -1
#: Progressive widening stops here: the moves with the least weight are left out.
MAX_CHILDREN = 96
#: An action for `grow`: search the position itself rather than what follows one action.
ANY_ACTION = -1
#: What each iteration re-deals: nothing, because the game is one of perfect information; what is still to be drawn;
#: or all that the seat cannot know.
NOTHING, DRAWS, UNKNOWN = 0, 1, 2

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("mean", np.float32, (MAX_SEATS,)),  # the result, by seat
                ("visits", np.int32),
                ("available", np.int32),  # iterations in which it could have been selected
                ("first", np.int32),  # its first child, or NONE
                ("next", np.int32),  # its next sibling, or NONE
                ("action", np.int32),
                ("width", np.int32),  # its number of children
                ("prior", np.float32),
            ],
            align=True,
        ),
    )
)


@compiled
def grow(states, nodes, workspace, seats, seat, redealt, key, first, count, action):
    """Run iterations `first` to `first + count - 1`, from the positions after the seat's action in `states[0]`.

    The key and an iteration's number determine its determinization, whatever the action. `states[1]` is scratch.
    """
    for number in range(first, first + count):
        states[1] = states[0]
        seed_picks(workspace[0].picks, key, number)
        if redealt == UNKNOWN:
            seed_chance(states[1].chance, key, 2 * number + 1)
            redeal(states[1], seat)
        if redealt != NOTHING:
            seed_chance(states[1].chance, key, 2 * number)
        mover = seat
        if action != ANY_ACTION:
            apply(states[1], seat, action)
            acting = to_act(states[1])
            mover = trailing_zeros(acting) if acting else seat
        iterate(states[1], nodes, workspace[0], seats, mover, redealt != NOTHING)


@compiled
def iterate(state, nodes, workspace, seats, root_seat, open_loop):
    """Selection from the root, where `root_seat` moves; expansion; evaluation; backpropagation."""
    i = 0
    depth = 0
    workspace.path[0] = 0
    acting = to_act(state)
    while acting and depth < MAX_DEPTH:
        seat = trailing_zeros(acting) if depth else root_seat  # several seats may be to act at once
        if open_loop:
            i = select_open_loop(state, nodes, workspace, i, seat)
        else:
            i = select(state, nodes, workspace, i, seat)
        if i == NONE:
            break
        apply(state, seat, np.int64(nodes[i].action))
        depth += 1
        workspace.path[depth] = i
        acting = to_act(state)
        if nodes[i].visits == 0:
            break
    evaluate(state, workspace, seats)
    for step in range(depth + 1):
        node = nodes[workspace.path[step]]
        node.visits += 1
        for seat in range(seats):
            node.mean[seat] += (workspace.results[seat] - node.mean[seat]) / node.visits


@inlined
def open_width(node, settings):
    return settings.first_width + settings.widening * np.sqrt(np.float64(node.visits))


@compiled
def select(state, nodes, workspace, i, seat):
    """Select the child with the best PUCT score where a node's moves never change; NONE if the tree is full."""
    node = nodes[i]
    if node.first == NONE and not expand(state, nodes, workspace, i, seat):
        return NONE
    settings = workspace.settings
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
def expand(state, nodes, workspace, i, seat):
    """Add the children of a node, in descending order of their priors; False if the tree is full."""
    count = legal(state, seat, workspace.moves)
    keep = min(count, MAX_CHILDREN)
    if workspace.used + keep > len(nodes):
        return False
    weigh_shuffled(state, seat, workspace, count)
    total = 0.0
    for k in range(count):
        total += workspace.weights[k]
    nodes[i].first = workspace.used
    nodes[i].width = keep
    for _ in range(keep):
        best = 0
        for k in range(1, count):
            if workspace.weights[k] > workspace.weights[best]:
                best = k
        new_node(nodes, workspace, workspace.moves[best], workspace.weights[best] / total)
        workspace.weights[best] = -1.0
    return True


@compiled
def select_open_loop(state, nodes, workspace, i, seat):
    """Select the best of the children that are legal here, or a new one while the node is not wide enough."""
    node = nodes[i]
    settings = workspace.settings
    count = legal(state, seat, workspace.moves)
    for k in range(count):
        workspace.taken[k] = 0
    root = settings.exploration
    usual = node.mean[seat] if node.visits else 0.5
    available = 0
    best = NONE
    best_score = -1e9
    child = node.first
    while child != NONE:
        other = nodes[child]
        k = np.searchsorted(workspace.moves[:count], other.action)
        if k < count and workspace.moves[k] == other.action:
            workspace.taken[k] = 1
            available += 1
            other.available += 1
            mean = other.mean[seat] if other.visits else usual
            merit = mean + root * other.prior * np.sqrt(np.float64(other.available)) / (1.0 + other.visits)
            if merit > best_score:
                best = child
                best_score = merit
        child = other.next
    if available < count and available < open_width(node, settings) and workspace.used < len(nodes):
        return add_child(state, nodes, workspace, i, seat, count)
    return best


@compiled
def add_child(state, nodes, workspace, i, seat, count):
    """Add a node for the legal move with the highest prior that has none yet."""
    weigh_shuffled(state, seat, workspace, count)
    total = 0.0
    best = NONE
    for k in range(count):
        total += workspace.weights[k]
        if not workspace.taken[k] and (best == NONE or workspace.weights[k] > workspace.weights[best]):
            best = k
    child = new_node(nodes, workspace, workspace.moves[best], workspace.weights[best] / total)
    nodes[child].next = nodes[i].first
    nodes[child].available = 1
    nodes[i].first = child
    return child


@inlined
def new_node(nodes, workspace, action, prior):
    i = workspace.used
    workspace.used += 1
    node = nodes[i]
    for seat in range(MAX_SEATS):
        node.mean[seat] = 0.0
    node.visits = 0
    node.available = 0
    node.first = NONE
    node.next = NONE
    node.action = action
    node.width = 0
    node.prior = prior
    return i


@compiled
def clear(nodes, workspace):
    """Make a tree of a root without children."""
    workspace[0].used = 0
    new_node(nodes, workspace[0], NONE, 1.0)


@compiled
def copy_subtree(old, new, workspace, at):
    """Copy the subtree of node `at`, breadth first, as far as it fits. Not for open-loop trees."""
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
    workspace[0].used = used


@compiled
def child_by_action(nodes, at, action):
    """Return the child of node `at` to which an action leads, or NONE. Not for open-loop trees."""
    for child in range(nodes[at].first, nodes[at].first + nodes[at].width):
        if nodes[child].action == action:
            return child
    return NONE
