"""The race of Domino 3D: every seat builds a set on its own table, then the sets are checked."""

from __future__ import annotations

from typing import Any

from .reference import (
    BOX,
    DIRECTIONS,
    UPRIGHT,
    Pose,
    Tower,
    across,
    beyond,
    entry_of,
    meets,
    pose_from,
    pose_of,
)

HAND = {2: 10, 3: 10, 4: 10, 5: 8, 6: 6}
GOAL_POINTS = 15
GOAL_ROUNDS = 4
MAX_ROUNDS = 20


def placements(tower: Tower) -> list[Pose]:
    """Return all poses in which the next domino may be added while building."""
    if not tower.poses:
        return [Pose((0, 0, 0), to, up) for to in DIRECTIONS if to != "D" for up in across(to)]
    spots = [(at, to) for at, to in tower.spots() if tower.supported((at, beyond(at, to)))]
    return [Pose(at, to, up) for at, to in spots for up in across(to)]


def can_be_lifted(tower: Tower, domino: int) -> bool:
    """Return whether nothing rests on the domino."""
    above = [beyond(cell, "U") for cell in tower.poses[domino].cells]
    return all(tower.domino_at.get(cell, domino) == domino for cell in above)


def connected(tower: Tower) -> bool:
    """Return whether the dominoes, of which there is at least one, are one piece."""
    first = next(iter(tower.poses))
    reached, waiting = {first}, [first]
    while waiting:
        touched = tower.touched(tower.poses[waiting.pop()].cells)
        waiting += touched - reached
        reached |= touched
    return reached == set(tower.poses)


def has_error(tower: Tower) -> bool:
    """Return whether at some joint of the finished set the visible marks do not match."""
    for domino, pose in tower.poses.items():
        others = Tower((other, its) for other, its in tower.poses.items() if other != domino)
        if not meets(others.demands(pose.cells, differ=False), domino, pose.to, pose.up):
            return True
    return False


def check_hands(hands: list[list[int]], seats: int) -> None:
    """Raise ValueError unless these are hands as a round deals them."""
    if len(hands) != seats or any(len(hand) != HAND[seats] for hand in hands):
        raise ValueError(f"a round deals {HAND[seats]} dominoes to each of {seats} seats, not {hands}")
    if any(hand != sorted(hand) for hand in hands):
        raise ValueError(f"hands are not sorted: {hands}")
    dealt = [domino for hand in hands for domino in hand]
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(range(len(BOX))):
        raise ValueError(f"not dominoes of one box: {hands}")


class Race:
    """A match of the race."""

    def __init__(self, state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.neighbour: bool = options["referee"] == "neighbour"
        self.goal: str = options["goal"]
        self.phase: str = state["phase"]
        self.round: int = state["round"]
        self.hands: list[list[int]] = [list(hand) for hand in state["hands"]]
        self.sets = [Tower((entry["domino"], pose_of(entry)) for entry in built) for built in state["sets"]]
        self.finished: list[int] = list(state["finished"])
        self.given_up: list[int] = list(state["given_up"])
        self.verdicts: list[str | None] = list(state["verdicts"])
        self.totals: list[int] = list(state["totals"])

    @property
    def scores(self) -> list[int]:
        return self.totals

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "build":
            return tuple(seat for seat in range(self.seats) if seat not in self.finished + self.given_up)
        if self.phase == "check":
            return tuple(seat for seat in range(self.seats) if self._awaits_verdict(self._builder(seat)))
        return ()

    def _builder(self, checker: int) -> int:
        """Return the seat whose set this seat checks: the one to its right."""
        return (checker - 1) % self.seats

    def _awaits_verdict(self, builder: int) -> bool:
        return builder in self.finished and self.verdicts[builder] is None

    def legal_moves(self, seat: int) -> set[str]:
        if seat not in self.to_act:
            return set()
        if self.phase == "check":
            return {"accept", "object"}
        tower, hand = self.sets[seat], self.hands[seat]
        moves = {"give up"}
        if hand:
            moves |= {f"place {domino} {pose}" for pose in placements(tower) for domino in hand}
        elif connected(tower) and any(pose.to in UPRIGHT for pose in tower.poses.values()):
            moves.add("done")
        moves |= {f"lift {domino}" for domino in tower.poses if can_be_lifted(tower, domino)}
        return moves

    def play(self, seat: int, move: str, after: dict[str, Any] | None) -> None:
        if move not in self.legal_moves(seat):
            raise ValueError(f"{move!r} is not a legal move of seat {seat}")
        if self.phase == "check":
            self.verdicts[self._builder(seat)] = move
        elif move == "done":
            self.finished.append(seat)
        elif move == "give up":
            self.given_up = sorted([*self.given_up, seat])
        else:
            self._build(seat, move)
        if self.phase == "build" and not self.to_act and self.neighbour:
            self.phase = "check"
        if not self.to_act:
            self._end_round(after)

    def _build(self, seat: int, move: str) -> None:
        verb, number, *pose = move.split(" ", maxsplit=2)
        domino = int(number)
        if verb == "place":
            self.hands[seat].remove(domino)
            self.sets[seat].place(domino, pose_from(pose[0]))
        else:
            self.sets[seat].lift(domino)
            self.hands[seat] = sorted([*self.hands[seat], domino])

    def _end_round(self, after: dict[str, Any] | None) -> None:
        for place, builder in enumerate(self.finished):
            points = self.seats - place
            looked_at = not self.neighbour or self.verdicts[builder] == "object"
            if looked_at and has_error(self.sets[builder]):
                points = -points
            self.totals[builder] = max(0, self.totals[builder] + points)
        self.verdicts = [None] * self.seats
        if self._goal_reached():
            self.phase = "over"
        else:
            self._new_round(after)

    def _goal_reached(self) -> bool:
        if self.goal == "points" and max(self.totals) >= GOAL_POINTS:
            return True
        if self.goal == "rounds" and self.round >= GOAL_ROUNDS:
            return True
        return self.round >= MAX_ROUNDS

    def _new_round(self, after: dict[str, Any] | None) -> None:
        if after is None:
            raise ValueError("a new round was dealt: the state after the move is needed")
        check_hands(after["hands"], self.seats)
        self.hands = [list(hand) for hand in after["hands"]]
        self.sets = [Tower() for _ in range(self.seats)]
        self.finished = []
        self.given_up = []
        self.round += 1
        self.phase = "build"

    def state(self) -> dict[str, Any]:
        return {
            "mode": "race",
            "phase": self.phase,
            "round": self.round,
            "hands": [list(hand) for hand in self.hands],
            "sets": [[entry_of(domino, pose) for domino, pose in built.poses.items()] for built in self.sets],
            "finished": list(self.finished),
            "given_up": list(self.given_up),
            "verdicts": list(self.verdicts),
            "totals": list(self.totals),
            "to_act": list(self.to_act),
        }

    @staticmethod
    def check_deal(state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        if seats not in HAND:
            raise ValueError(f"the race is for 2 to 6 seats, not {seats}")
        expected = {
            "mode": "race",
            "phase": "build",
            "round": 1,
            "hands": state["hands"],
            "sets": [[] for _ in range(seats)],
            "finished": [],
            "given_up": [],
            "verdicts": [None] * seats,
            "totals": [0] * seats,
            "to_act": list(range(seats)),
        }
        if state != expected:
            raise ValueError(f"not an initial position: {state}")
        check_hands(state["hands"], seats)
