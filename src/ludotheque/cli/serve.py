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
LogFormat = Annotated[
    str, typer.Option(envvar="LUDOTHEQUE_LOG_FORMAT", help="json, plain, or auto: plain in a terminal only.")
]
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

WorkerMemory = Annotated[
    int,
    typer.Option(
        metavar="MB",
        envvar="LUDOTHEQUE_WORKER_MEMORY",
        help="Memory from which a worker process is replaced.",
    ),
]

Quotas = Annotated[
    str,
    typer.Option(
        metavar="LANE=PERSON/ADDRESS/ALL,...",
        envvar="LUDOTHEQUE_QUOTAS",
        help="How many requests to computers may wait or run at a time, for example hints=2/64/256.",
        show_default=False,
    ),
]

BackupEvery = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        envvar="LUDOTHEQUE_BACKUP_EVERY",
        help="Back up the data file regularly, for example every 6h. Default: never.",
        show_default=False,
    ),
]
BackupsKept = Annotated[
    int,
    typer.Option(metavar="N", envvar="LUDOTHEQUE_BACKUPS_KEPT", help="How many regular backups are kept."),
]
BackupTo = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        envvar="LUDOTHEQUE_BACKUP_TO",
        help="Where backups are written. Default: the folder backups beside the data file.",
        show_default=False,
    ),
]
Rates = Annotated[
    str,
    typer.Option(
        metavar="KIND=PERSON/ADDRESS,...",
        envvar="LUDOTHEQUE_RATES",
        help="What one person and one address may ask for, at once and per minute, for example tables=60+12/480+60.",
        show_default=False,
    ),
]

ListedDays = Annotated[
    float,
    typer.Option(
        envvar="LUDOTHEQUE_LISTED_DAYS",
        help="Days after which a listed table that nobody comes back to is ended; 0: never.",
    ),
]
UnlistedDays = Annotated[
    float,
    typer.Option(envvar="LUDOTHEQUE_UNLISTED_DAYS", help="The same for a table that is not listed."),
]
Chat = Annotated[
    str,
    typer.Option(
        envvar="LUDOTHEQUE_CHAT", help="Who may chat at tables that do not say so: seated, everybody or nobody."
    ),
]
RequestSeconds = Annotated[
    float,
    typer.Option(
        envvar="LUDOTHEQUE_REQUEST_SECONDS", help="Seconds after which a request that is still incomplete is dropped."
    ),
]
KeepCasual = Annotated[
    float,
    typer.Option(
        envvar="LUDOTHEQUE_KEEP_CASUAL",
        help="Days for which finished matches of unlisted tables stay; 0: for ever.",
    ),
]
KeepChat = Annotated[
    float,
    typer.Option(envvar="LUDOTHEQUE_KEEP_CHAT", help="Days for which chat is kept after the match; 0: for ever."),
]
KeepIdle = Annotated[
    float,
    typer.Option(
        envvar="LUDOTHEQUE_KEEP_IDLE", help="Days after which people who do not come back are forgotten; 0: never."
    ),
]
Contact = Annotated[
    str,
    typer.Option(
        metavar="TEXT",
        envvar="LUDOTHEQUE_CONTACT",
        help="How people reach you, for the page about privacy: an e-mail address, a link, or a line of text.",
        show_default=False,
    ),
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
    log_format: LogFormat = "auto",
    limits: Limits = True,
    bot_pace: BotPace = 1.0,
    review_seconds: ReviewSeconds = 30.0,
    worker_memory: WorkerMemory = 300,
    quotas: Quotas = "",
    backup_every: BackupEvery = None,
    backups_kept: BackupsKept = 14,
    backup_to: BackupTo = None,
    rates: Rates = "",
    listed_days: ListedDays = 7.0,
    unlisted_days: UnlistedDays = 30.0,
    chat: Chat = "seated",
    request_seconds: RequestSeconds = 15.0,
    keep_casual: KeepCasual = 365.0,
    keep_chat: KeepChat = 90.0,
    keep_idle: KeepIdle = 400.0,
    contact: Contact = "",
) -> None:
    """Run the server that people play on in the browser. Stop it with Ctrl-C; nothing is lost."""
    # Imported here so that the other commands start quickly.
    from ludotheque.server import logs, serving
    from ludotheque.server.settings import BadSettings, Settings, default_bots, default_data, seconds

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
        log_format=log_format,  # type: ignore[arg-type]  # checked by Settings
        limits=limits,
        bot_pace=bot_pace,
        review_seconds=review_seconds,
        worker_memory=worker_memory,
        quotas=quotas,
        backup_every=seconds(backup_every) if backup_every else 0.0,
        backups_kept=backups_kept,
        backup_to=backup_to,
        rates=rates,
        listed_days=listed_days,
        unlisted_days=unlisted_days,
        chat=chat,  # type: ignore[arg-type]  # checked by Settings
        request_seconds=request_seconds,
        keep_casual=keep_casual,
        keep_chat=keep_chat,
        keep_idle=keep_idle,
        contact=contact.strip(),
    )
    logs.set_up(settings.log_level, form=settings.log_format)

    def tell(address: str) -> None:
        Console(highlight=False).print(f"Ludothèque: {address}", soft_wrap=True)

    with serving.bind(settings) as listening, asyncio.Runner(loop_factory=serving.new_loop) as runner:
        runner.run(serving.serve(settings, listening, tell))
