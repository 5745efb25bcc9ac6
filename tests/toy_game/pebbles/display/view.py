"""Positions and events as JSON and as text. Nothing is hidden."""

from __future__ import annotations

from ludotheque.games.pebbles.rules.state import NONE

from ludotheque.games.spec import Json, State


def state(state: State) -> Json:
    return {
        "pebbles": int(state.pebbles),
        "turn": None if state.turn == NONE else int(state.turn),
        "scores": [int(state.winner == seat) for seat in range(2)],
    }


def view(position: State, seat: int | None) -> Json:
    return state(position)


def deal(position: State) -> list[Json]:
    return [{"event": "dealt", "pebbles": int(position.pebbles)}]


def shown(event: Json, seat: int | None) -> Json:
    return dict(event)


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    taken: Json = {"event": "taken", "seat": seat, "number": action + 1}
    if after.turn != NONE:
        return [taken]
    return [taken, {"event": "over", "scores": state(after)["scores"], "winners": [int(after.winner)]}]


def draw(view: Json) -> str:
    return f"{'o' * view['pebbles']}\nturn: {view['turn']}"
