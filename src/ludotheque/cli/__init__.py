"""The command `ludotheque`."""

from __future__ import annotations

import sys

import typer
from rich.console import Console

from ludotheque.cli import (
    admin,
    arena,
    backup,
    compile_ahead,
    export,
    games,
    leakcheck,
    people,
    play,
    replay,
    restore,
    review,
    rules,
    serve,
    show,
    simulate,
    verify,
)
from ludotheque.errors import LudothequeError

app = typer.Typer(
    help="Ludothèque: board games to play and to study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("arena")(arena.arena)
app.command("replay")(replay.replay)
app.command("show")(show.show)
app.command("verify")(verify.verify)
app.command("export")(export.export)
app.command("review")(review.review)
app.command("leakcheck")(leakcheck.leakcheck)
app.command("serve")(serve.serve)
app.add_typer(admin.app, name="admin")
app.command("backup")(backup.backup)
app.command("restore")(restore.restore)
app.add_typer(people.app, name="people")
app.command("compile")(compile_ahead.compile_parts)


def main() -> None:
    """Run the command line; an error of this package is printed as a sentence and exits with 2."""
    try:
        app()
    except LudothequeError as error:
        Console(stderr=True, highlight=False).print(
            f"ludotheque: {error}", style="bold red", markup=False, soft_wrap=True
        )
        sys.exit(2)
    except BrokenPipeError:
        # The reader (`| head`) has closed the pipe.
        sys.stderr.close()
        sys.exit(0)
