"""Tree search of what follows one move, in compiled code: how good a move is that a search would hardly try."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

from ludotheque.bots.mcts import iterate
from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import seed_chance, seed_picks
from ludotheque.engine.compiling import compiled
from ludotheque.engine.rules import apply, redeal, to_act

#: What is drawn anew in each iteration: nothing (the game is open); what is still to be drawn; all that the seat
#: cannot know.
NOTHING, DRAWS, UNKNOWN = 0, 1, 2
#: Instead of an action: search all of them.
ANY = -1


@compiled
def grow_after(states, nodes, room, seats, seat, anew, key, first, count, action):
    """Run iterations `first` to `first + count - 1` from the positions after the seat's action in `states[0]`.

    With the same key and numbers the worlds are the same, whatever the action. `states[1]`: scratch.
    """
    for number in range(first, first + count):
        states[1] = states[0]
        seed_picks(room[0].picks, key, number)
        if anew == UNKNOWN:
            seed_chance(states[1].chance, key, 2 * number + 1)
            redeal(states[1], seat)
        if anew != NOTHING:
            seed_chance(states[1].chance, key, 2 * number)
        mover = seat
        if action != ANY:
            apply(states[1], seat, action)
            acting = to_act(states[1])
            mover = trailing_zeros(acting) if acting else seat
        iterate(states[1], nodes, room[0], seats, mover, anew != NOTHING)
