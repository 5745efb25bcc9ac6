"""Matches as the terminal program shows them, without a screen."""

from __future__ import annotations

from ludotheque import Match
from ludotheque.cli.session import Session
from ludotheque.cli.terminal.presenter import Presenter
from ludotheque.terminal.display import Scene, display_of


def presenting(match: Match, you: int | None) -> Presenter:
    """Return a presenter that offers the legal moves."""
    presenter = Presenter(Session(match, you, {}))
    presenter.update()
    return presenter


def scene_of(match: Match, you: int = 0) -> Scene:
    return Scene(match.view(you), match.text(you), match.options, you)


def board(match: Match, you: int = 0) -> str:
    """Return the board without highlights."""
    return display_of(match.mode.terminal).board(scene_of(match, you)).render().plain


def summary(match: Match, you: int = 0) -> str:
    return display_of(match.mode.terminal).summary(scene_of(match, you)).plain
