"""`ludotheque serve`: run the server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

Host = Annotated[
    str, typer.Option(envvar="LUDOTHEQUE_HOST", help="Address to listen on; 0.0.0.0: all addresses of this machine.")
]
Port = Annotated[int, typer.Option(envvar="LUDOTHEQUE_PORT", help="Port to listen on; 0: any free one.")]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        envvar="LUDOTHEQUE_DATA",
        help="The data file. Default: house.db in your data folder.",
        show_default=False,
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="LUDOTHEQUE_DATABASE",
        help="postgresql://USER@HOST/NAME instead of a data file; several servers can share it.",
        show_default=False,
    ),
]
Bots = Annotated[
    int | None,
    typer.Option(
        envvar="LUDOTHEQUE_BOTS", help="How many bots think at once. Default: one per core, 2 to 8.", show_default=False
    ),
]
Public = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="LUDOTHEQUE_PUBLIC",
        help="The public address behind a proxy, for example https://games.example.org",
        show_default=False,
    ),
]
TrustedProxy = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS,...",
        envvar="LUDOTHEQUE_TRUSTED_PROXY",
        help="Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted.",
        show_default=False,
    ),
]
Open = Annotated[bool, typer.Option("--open", envvar="LUDOTHEQUE_OPEN", help="Open the page in your browser.")]
LogLevel = Annotated[str, typer.Option(envvar="LUDOTHEQUE_LOG_LEVEL", help="debug, info, warning or error.")]
Limits = Annotated[
    bool,
    typer.Option(envvar="LUDOTHEQUE_LIMITS", help="Limit requests per address. Switch it off for load tests."),
]

BotPace = Annotated[
    float,
    typer.Option(envvar="LUDOTHEQUE_BOT_PACE", help="How slowly bots move, for people to follow; 0: at once."),
]
ReviewSeconds = Annotated[
    float, typer.Option(envvar="LUDOTHEQUE_REVIEW_SECONDS", help="Seconds that the review of a finished match takes.")
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    database: Database = None,
    bots: Bots = None,
    public: Public = None,
    trusted_proxy: TrustedProxy = None,
    open_browser: Open = False,
    log_level: LogLevel = "info",
    limits: Limits = True,
    bot_pace: BotPace = 1.0,
    review_seconds: ReviewSeconds = 30.0,
) -> None:
    """Run the server that people play on in the browser. Stop it with Ctrl-C; nothing is lost."""
    # Imported here so that the other commands start quickly.
    from ludotheque.server import logs, serving
    from ludotheque.server.settings import BadSettings, Settings, default_bots, default_data

    if data is not None and database is not None:
        raise BadSettings("--data and --database exclude each other")
    settings = Settings(
        host=host,
        port=port,
        data=data or default_data(),
        database=database,
        bots=default_bots() if bots is None else bots,
        public=public,
        trusted_proxy=trusted_proxy,
        open_browser=open_browser,
        log_level=log_level,  # type: ignore[arg-type]  # checked by Settings
        limits=limits,
        bot_pace=bot_pace,
        review_seconds=review_seconds,
    )
    logs.set_up(settings.log_level)

    def tell(address: str) -> None:
        Console(highlight=False).print(f"Ludothèque: {address}", soft_wrap=True)

    with serving.bind(settings) as listening, asyncio.Runner(loop_factory=serving.new_loop) as runner:
        runner.run(serving.serve(settings, listening, tell))
