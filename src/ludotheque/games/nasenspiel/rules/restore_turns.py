"""Works out who placed which domino from hands, pawns and the turn; a position does not store it."""

from __future__ import annotations

from ludotheque.errors import BadState
from ludotheque.games.nasenspiel.rules.board import DOMINOES
from ludotheque.games.nasenspiel.rules.groups import NONE
from ludotheque.games.nasenspiel.rules.holdings import hand_of
from ludotheque.games.nasenspiel.rules.notation import parts
from ludotheque.games.nasenspiel.rules.placements import can_place
from ludotheque.games.nasenspiel.rules.state import flip_in_hand
from ludotheque.games.spec import State

#: While all seats can place there is nothing to search. Only with many seats skipped many times does the search need
#: more tries than this; such a position is accepted.
MAX_TRIES = 2000


class TurnSearch:
    """A search from the last domino back to the first for an order of turns that rules 2 and 13 allow.

    `stages[i]`: the layout after `i` dominoes; only its hands are changed. `actions[i]`: the domino placed then.
    """

    def __init__(self, state: State, stages: list[State], actions: list[int]) -> None:
        self.state, self.stages, self.actions = state, stages, actions
        self.seats = int(state.seats)
        # Its hands are those at the point that the search has reached.
        self.holder = state.copy()
        self.missing = [len(DOMINOES) // self.seats - len(hand_of(state, seat)) for seat in range(self.seats)]
        self.tries = 0

    def check(self, owners: dict[int, int]) -> None:
        """Raises BadState if no order fits. `owners`: domino -> the seat that must have placed it."""
        turn = int(self.state.turn)
        last = len(self.actions) - 1
        able = [self._can_place(last + 1, seat) for seat in range(self.seats)]
        if self.state.asking == NONE and (turn == NONE) == any(able):
            raise BadState("'turn' is null exactly when no seat can place a domino")
        if self.state.asking == NONE and turn != NONE and not able[turn]:
            raise BadState(f"seat {turn} cannot place a domino: it is not its turn")
        if last < 0:
            if turn != 0:
                raise BadState("seat 0 starts")
            return
        if not any(self._goes_back(last, mover, owners) for mover in self._last_movers(last)):
            raise BadState("no order of turns, with seats skipped only when they cannot place, leads to this position")

    def _last_movers(self, last: int) -> list[int]:
        turn = int(self.state.turn)
        if self.state.asking != NONE:
            return [turn]
        return self._likely(list(range(self.seats))) if turn == NONE else self._movers_before(turn, last + 1)

    def _movers_before(self, seat: int, stage: int) -> list[int]:
        """Return the seats that may have moved just before `seat`: all in between were skipped."""
        movers = []
        for k in range(1, self.seats + 1):
            movers.append((seat - k) % self.seats)
            if self._can_place(stage, movers[-1]):
                break
        return self._likely(movers)

    def _likely(self, movers: list[int]) -> list[int]:
        """Put the seat that has placed most first: it was skipped least."""
        return sorted(movers, key=lambda seat: -self.missing[seat])

    def _goes_back(self, number: int, mover: int, owners: dict[int, int]) -> bool:
        """Return whether `mover` can have placed domino `number`; the hands are those after it."""
        self.tries += 1
        if self.tries > MAX_TRIES:
            return True
        if owners.get(number, mover) != mover or self.missing[mover] == 0:
            return False
        if number == 0:
            return mover == 0
        if self._skipped_too_often(number, mover):
            return False
        self._move_back(number, mover, -1)
        fits = any(self._goes_back(number - 1, before, owners) for before in self._movers_before(mover, number))
        self._move_back(number, mover, 1)
        return fits

    def _skipped_too_often(self, number: int, mover: int) -> bool:
        """Return whether some seat has had fewer turns than skips explain.

        The seats up to `mover` have had equally many turns, the others one less. A hand was never smaller before, so
        a seat that can place with today's hand was not skipped; and it is skipped once at most between two dominoes.
        """
        turns = max(missing + (seat > mover) for seat, missing in enumerate(self.missing))
        for seat, missing in enumerate(self.missing):
            skips = turns - missing - (seat > mover)
            if skips and skips > sum(not self._can_place(stage, seat) for stage in range(1, number + 1)):
                return True
        return False

    def _move_back(self, number: int, seat: int, by: int) -> None:
        """Take the domino back into the hand (-1), or put it down again (1)."""
        self.missing[seat] += by
        flip_in_hand(self.holder, seat, *parts(self.actions[number])[2:])

    def _can_place(self, stage: int, seat: int) -> bool:
        layout = self.stages[stage]
        layout.hands[seat] = self.holder.hands[seat]
        return bool(can_place(layout, seat))
