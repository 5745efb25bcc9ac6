"""`ludotheque leakcheck` finds each leak that is planted here. `test_secrets.py` runs it over our games."""

from __future__ import annotations

import dataclasses
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ludotheque
from ludotheque import Game, Match, leakcheck
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.cli import app
from ludotheque.errors import Refusal
from ludotheque.games.spec import Json, Mode, State
from ludotheque.leakcheck import Findings, channels, first_difference
from ludotheque.research import declarations
from ludotheque.terminal.canvas import Canvas
from ludotheque.terminal.display import Scene, TerminalDisplay
from tests.toy_game.copies import TOY, run

NOX = ludotheque.game("nox")
(MODE,) = NOX.spec.modes
Monkey = pytest.MonkeyPatch
#: A mode with a leak; it may also change something outside the mode.
Plant = Callable[[Monkey], Mode]


def secret(position: Json) -> int:
    """Return a number from 0 to 3 that depends on everything that is hidden."""
    return zlib.crc32(json.dumps(position).encode()) % 4


def hidden(state: State) -> int:
    return secret(MODE.state(state))


def viewing(change: Callable[[Json, int], Json]) -> Plant:
    """Return a leak in the view, which text board, picture and terminal do not show."""

    def leaking(state: State, seat: int | None) -> Json:
        return change(MODE.view(state, seat), hidden(state))

    def drawing(view: Json) -> str:
        return MODE.draw({key: value for key, value in view.items() if key != "more"})

    return lambda monkey: dataclasses.replace(MODE, view=leaking, draw=drawing)


def patching(method: str, change: Callable[[Any, int], Any]) -> Plant:
    """Return a leak in a method or property of a match."""
    own = getattr(Match, method)

    def plant(monkey: Monkey) -> Mode:
        if isinstance(own, property):
            assert own.fget
            get = own.fget
            monkey.setattr(Match, method, property(lambda match: change(get(match), secret(match.state()))))
        else:
            monkey.setattr(
                Match, method, lambda match, *given, **named: change(own(match, *given, **named), secret(match.state()))
            )
        return MODE

    return plant


def turned(items: Any, number: int) -> Any:
    """Return the same items in an order that depends on the number."""
    place = number % len(items) if items else 0
    return [*items[place:], *items[:place]]


def revealing(monkey: Monkey) -> Mode:
    return dataclasses.replace(MODE, view=lambda state, seat: MODE.state(state))


def refusing(monkey: Monkey) -> Mode:
    def refuse(state: State, seat: int, action: int) -> Refusal:
        refusal = MODE.refuse(state, seat, action)
        return dataclasses.replace(refusal, params={**refusal.params, "more": hidden(state)})

    return dataclasses.replace(MODE, refuse=refuse)


def dealing(monkey: Monkey) -> Mode:
    return dataclasses.replace(
        MODE, deal=lambda state: [{**event, "more": hidden(state)} for event in MODE.deal(state)]
    )


def happening(monkey: Monkey) -> Mode:
    def events(before: State, seat: int, action: int, after: State) -> list[Json]:
        return [{**event, "more": hidden(after)} for event in MODE.events(before, seat, action, after)]

    return dataclasses.replace(MODE, events=events)


def showing(monkey: Monkey) -> Mode:
    return dataclasses.replace(MODE, shown=lambda event, seat: dict(event))


def displaying(monkey: Monkey) -> Mode:
    looked_at: list[Match] = []
    view = Match.view

    def noting(match: Match, seat: int | None) -> Json:
        looked_at[:] = [match]
        return view(match, seat)

    class Leaking(TerminalDisplay):
        def board(self, scene: Scene) -> Canvas:
            canvas = super().board(scene)
            canvas.put(0, 90, "." * secret(looked_at[0].state()))
            return canvas

    monkey.setattr(Match, "view", noting)
    monkey.setattr(channels, "display_of", lambda module: Leaking())
    return MODE


def observing(monkey: Monkey) -> Mode:
    observer = declarations.observer(MODE)

    class Leaking:
        layout = observer.layout

        def fill(self, layout: Any, states: Any, seats: Any, rows: Any) -> None:
            observer.fill(layout, states, seats, rows)
            rows[0][-1] += hidden(states[0])

    monkey.setattr("ludotheque.research.observations.observer", lambda mode: Leaking())
    return MODE


def numbering(monkey: Monkey) -> Mode:
    space = dataclasses.replace(
        declarations.action_space(MODE), renumber=lambda state, seat, legal: legal.astype("int64") + hidden(state)
    )
    monkey.setattr("ludotheque.research.actions.action_space", lambda mode: space)
    return MODE


def searching(monkey: Monkey) -> Mode:
    """Let hints be found in the match as it is, by a search that uses what it sees there."""
    redeal, candidates = Match.redeal, MctsBot.candidates
    monkey.setattr(
        Match, "redeal", lambda match, seat, seed: match.copy() if seed == "hint" else redeal(match, seat, seed)
    )
    monkey.setattr(
        MctsBot, "candidates", lambda bot, match, seat: candidates(bot, match, seat, seed=secret(match.state()))
    )
    return MODE


def redealing(monkey: Monkey) -> Mode:
    redeal = Match.redeal
    monkey.setattr(Match, "redeal", lambda match, seat, seed: redeal(match, seat, f"{seed} {secret(match.state())}"))
    return MODE


LEAKS: dict[str, tuple[str, Plant]] = {
    "the whole state in a view": ("view", revealing),
    "a count in a view": ("view", viewing(lambda view, secret: {**view, "more": secret})),
    "the order of a list in a view": ("view", viewing(lambda view, secret: {**view, "more": turned("abcd", secret)})),
    "the order of the keys of a view": ("view", viewing(lambda view, secret: dict(turned(list(view.items()), secret)))),
    "the size of a view": ("view", viewing(lambda view, secret: {**view, "more": " " * secret})),
    "the scores": ("scores", patching("scores", lambda scores, secret: [score + secret for score in scores])),
    "the history": ("history", patching("history", lambda history, secret: [*history, *[(0, "more")] * secret])),
    "the order of the legal moves": ("legal moves", patching("legal_moves", turned)),
    "a parameter of a refusal": ("refusals", refusing),
    "the event of the deal": ("events", dealing),
    "an event of a move": ("events", happening),
    "events that nobody filters": ("events", showing),
    "spaces in the text board": ("text board", patching("text", lambda text, secret: text + " " * secret)),
    "a remark in the picture": ("picture", patching("svg", lambda svg, secret: f"{svg}<!-- {secret} -->")),
    "dots in the terminal": ("terminal", displaying),
    "a number of the observation": ("observation", observing),
    "the numbers of the actions": ("actions", numbering),
    "hints that know all hands": ("hints", searching),
    "a redeal that depends on what is hidden": ("redeal", redealing),
}  # fmt: skip


def check_nox(mode: Mode, *, hints: bool) -> Findings:
    leaky = dataclasses.replace(NOX.spec, modes=(mode,), mode=lambda options: mode)
    return leakcheck.check(Game(leaky), seats=3, seed=1, hints=hints, longest=25)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, monkeypatch: Monkey) -> None:
    channel, plant = LEAKS[leak]
    findings = check_nox(plant(monkeypatch), hints=channel == "hints")
    found = findings.leaks[channel]
    assert found.channel == channel
    assert found.seat in (None, 0, 1, 2)
    assert 0 <= found.move <= 25
    assert found.difference.one != found.difference.other


def test_without_a_leak_none_is_found() -> None:
    findings = check_nox(MODE, hints=True)
    assert findings.leaks == {}
    assert findings.channels == list(leakcheck.CHANNELS)
    assert findings.positions > 2
    assert findings.compared > findings.changed > findings.positions


@pytest.mark.parametrize(
    ("one", "other", "path", "kind"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a[1].b", "value"),
        ({"a": [1, 2]}, {"a": [2, 1]}, "a", "order"),
        ({"a": [1, 2]}, {"a": [1]}, "a", "size"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "", "order"),
        (["same", "text"], ["same", "test"], "[1][2]", "value"),
        ("text", "text ", "[4]", "size"),
        ([1], [True], "[0]", "value"),
        ({"a": None}, {"a": []}, "a", "value"),
    ],
)
def test_the_first_difference_is_named(one: Any, other: Any, path: str, kind: str) -> None:
    found = first_difference(one, other)
    assert found is not None
    assert (found.path, found.kind) == (path, kind)
    assert first_difference(one, one) is None


# The command

NOX_OF_THREE = [
    "leakcheck",
    "nox",
    "--matches",
    "1",
    "--seats",
    "3",
    "--seed",
    "1",
    "--no-hints",
    "-o",
    "variant=classic",
]


def test_the_command_says_what_was_compared() -> None:
    done = CliRunner().invoke(app, NOX_OF_THREE)
    assert done.exit_code == 0, done.output
    assert "NOX, 3 seats, variant=classic" in done.output
    assert "compared: view, scores," in done.output
    assert "hints" not in done.output
    assert "no leak found" in done.output


def test_the_command_names_a_leak_and_exits_with_1(monkeypatch: Monkey) -> None:
    LEAKS["the scores"][1](monkeypatch)
    done = CliRunner().invoke(app, NOX_OF_THREE)
    assert done.exit_code == 1
    assert "LEAK in scores: a spectator, match 0, after move 0: [0] (value): " in done.output


def test_a_game_of_ones_own_package_is_checked(tmp_path: Path) -> None:
    for file in TOY.rglob("*"):
        if file.suffix in (".py", ".json"):
            copy = tmp_path / "pebbles" / file.relative_to(TOY)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(file.read_text("utf-8").replace("ludotheque.games.pebbles", "pebbles"), "utf-8")
    package = Path(ludotheque.__file__).parents[1]
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from ludotheque.cli import main; main()"
    printed = run(package, "-c", code, "leakcheck", "python:pebbles", "--matches", "1", "--no-hints")
    assert "Pebbles, 2 seats" in printed
    assert "no leak found" in printed


@pytest.mark.parametrize(
    ("name", "said"),
    [("python:no.such.module", "declares no game"), ("python:json", "declares no game"), ("chess", "there is no game")],
)
def test_what_is_no_game_is_refused(name: str, said: str) -> None:
    done = CliRunner().invoke(app, ["leakcheck", name])
    assert said in str(done.exception)
