"""Everything that a seat can get from a match, by the channel through which it comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludotheque.bots import Budget
from ludotheque.bots.hints import find_hints_within
from ludotheque.errors import BadSetup, IllegalMove, LudothequeError
from ludotheque.match import Match
from ludotheque.research.actions import legal_actions
from ludotheque.research.observations import observation
from ludotheque.terminal.display import Scene, display_of

#: A search with this many simulations and one thread gives the same values each time.
HINTS = Budget(simulations=24)
#: All worlds that look the same to a seat must be dealt again from this seed in the same way.
REDEAL_SEED = "the same world"
Channel = Callable[[Match, int | None, Sequence[str]], Any]


def _legal_moves(match: Match, seat: int | None, moves: Sequence[str]) -> Any:
    return None if seat is None else match.legal_moves(seat)


def _refusals(match: Match, seat: int | None, moves: Sequence[str]) -> Any:
    """Return what a seat that is to act is told about moves that it may try."""
    return [_refusal(match, seat, move) for move in moves] if seat in match.to_act else []


def _refusal(match: Match, seat: int | None, move: str) -> Any:
    try:
        match.check(move, seat)
    except IllegalMove as error:
        return [str(error), error.rule, error.key, error.params]
    except LudothequeError as error:
        return [str(error)]
    return []


def _terminal(match: Match, seat: int | None, moves: Sequence[str]) -> Any:
    display = display_of(match.mode.terminal)
    scene = Scene(match.view(seat), match.text(seat), match.options, seat)
    legal = match.legal_moves(seat) if seat in match.to_act else []
    paths = [[[step.name for step in steps] for steps in display.paths(move, scene)] for move in legal]
    return [display.board(scene).render().markup, display.summary(scene).markup, display.question([], scene), paths]


def _observation(match: Match, seat: int | None, moves: Sequence[str]) -> Any:
    if seat is None:
        return None
    try:
        return observation(match, seat).tolist()
    except BadSetup:  # a game that hides something and declares no observation has none
        return None


def _actions(match: Match, seat: int | None, moves: Sequence[str]) -> Any:
    return None if seat is None else legal_actions(match, seat).tolist()


def _redeal(match: Match, seat: int | None, moves: Sequence[str]) -> Any:
    return match.redeal(seat, REDEAL_SEED).state()


def _hints(match: Match, seat: int | None, moves: Sequence[str]) -> Any:
    if seat is None or seat not in match.to_act:
        return None
    return msgspec.to_builtins(find_hints_within(match, seat, HINTS, threads=1))


CHANNELS: dict[str, Channel] = {
    "view": lambda match, seat, moves: match.view(seat),
    "scores": lambda match, seat, moves: match.scores,
    "seats to act": lambda match, seat, moves: match.to_act,
    "history": lambda match, seat, moves: match.history,
    "legal moves": _legal_moves,
    "refusals": _refusals,
    "events": lambda match, seat, moves: match.events(0, seat),
    "sentences": lambda match, seat, moves: match.spec.words.events(match.events(0, seat)),
    "text board": lambda match, seat, moves: match.text(seat),
    "picture": lambda match, seat, moves: match.svg(seat),
    "terminal": _terminal,
    "observation": _observation,
    "actions": _actions,
    "redeal": _redeal,
    "hints": _hints,
}


def known_to(match: Match, seat: int | None, moves: Sequence[str] = (), without: Sequence[str] = ()) -> dict[str, Any]:
    """Return what a seat (None: a spectator) gets, by channel. `moves`: what it tries to play."""
    return {name: channel(match, seat, moves) for name, channel in CHANNELS.items() if name not in without}
