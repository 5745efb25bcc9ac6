"""Open the house on the network, and close it so that nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from functools import partial
from types import FrameType

import uvicorn
from fastapi import FastAPI

from ludotheque.engine import compiling
from ludotheque.engine.precompile import is_warm, warm
from ludotheque.engine.rules import Rules
from ludotheque.games import names, spec
from ludotheque.server import garbage_collection
from ludotheque.server.bots import BotPool
from ludotheque.server.settings import BadSettings, Settings
from ludotheque.server.store import open_store
from ludotheque.server.tables.house import House, Pace
from ludotheque.server.tables.people import People
from ludotheque.server.web.app import create_app, say_goodbye
from ludotheque.server.web.line import Line

log = logging.getLogger("ludotheque")

#: Messages of live play, in bytes.
MOST_MESSAGE = 16 * 1024
#: Seconds after which a connection is lost whose other end takes nothing of what is sent.
SILENCE = 30
#: Seconds between WebSocket's own pings, which a dead client does not answer. Live play has its own besides.
PING_EVERY = 60
#: Seconds that requests under way have to end when the house closes.
GRACE = 5
EVERYWHERE = ("0.0.0.0", "::", "")


def bind(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; BadSettings says why not."""
    host, port = settings.host, settings.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise BadSettings(
            f"there is no host {host!r} on this machine; try --host 127.0.0.1 or --host 0.0.0.0"
        ) from None
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise BadSettings(_why_not(error, host, port)) from None
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program; choose another one with --port, or --port 0 for any"
    if error.errno == errno.EACCES:
        return f"port {port} is only for the administrator; choose one from 1024 on with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine; try --host 127.0.0.1 or --host 0.0.0.0"
    return f"cannot listen on {host}, port {port}: {error.strerror}"


def address_of(settings: Settings, listening: socket.socket) -> str:
    """Where people find the house."""
    if settings.public:
        return settings.public
    host = "localhost" if settings.host in EVERYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one (not on Windows): a move takes a fifth less of the processor."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def serve(settings: Settings, listening: socket.socket, tell: Callable[[str], None]) -> None:
    """Until somebody stops it with SIGINT or SIGTERM. `tell` is called with the address when the house is open.

    CannotOpen: the store.
    """
    store = open_store(settings.database or settings.data)
    house = House(
        store,
        BotPool(settings.bots, warm=True),
        alone=settings.database is None,
        pace=Pace().times(settings.bot_pace),
    )
    await house.open(sweep=False)
    try:
        app = create_app(house, People(store), settings)
        app.state.readiness.why_not = "compiling"
        address = address_of(settings, listening)
        opening = asyncio.create_task(_open(app, house, settings, address, tell), name="opening")
        await Server(app, settings).serve([listening])
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
    finally:
        await house.close()
        log.info("the house is closed")


async def _open(app: FastAPI, house: House, settings: Settings, address: str, tell: Callable[[str], None]) -> None:
    tell(address)
    if settings.open_browser:
        await asyncio.to_thread(webbrowser.open, address)
    try:
        await compile_rules()
    except Exception:
        log.exception("the rules cannot be compiled; the house stays closed")
        return
    house.spawn(house.sweep)
    app.state.readiness.why_not = ""
    log.info("the house is open", extra={"address": address})
    await load_rules()  # from the disk, so that the first move of a game does not wait for it
    garbage_collection.settle()
    house.spawn(partial(garbage_collection.collect_now_and_then, house.store))


class Server(uvicorn.Server):
    """Uvicorn, except that stopping is no failure, and that everybody is told goodbye."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self._house_app = app
        config = uvicorn.Config(
            app,
            ws=Line,
            ws_per_message_deflate=False,
            ws_max_size=MOST_MESSAGE,
            ws_ping_interval=PING_EVERY,
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=settings.trusted_proxy is not None,
            forwarded_allow_ips=settings.trusted_proxy or "",
            timeout_graceful_shutdown=GRACE,
        )
        super().__init__(config)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; a second Ctrl-C does not wait for anybody."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house_app.state.readiness.why_not = "closing"
        await say_goodbye(self._house_app)
        await super().shutdown(sockets)


# The rules


async def compile_rules() -> None:
    """Have all rules compiled; what is missing is compiled in another process, so that nobody waits meanwhile."""
    began = time.perf_counter()
    if await asyncio.to_thread(_all_compiled):
        return
    log.info("compiling the rules of all games, this once")
    if compiling.CACHE_FOLDER is not None:
        await _compile_apart()
    await load_rules()  # and what could not be kept for this process is compiled here
    log.info("the rules are compiled", extra={"seconds": round(time.perf_counter() - began, 1)})


def _all_compiled() -> bool:
    return all(is_warm(rules) for rules in _all_rules())


async def _compile_apart() -> None:
    command = (sys.executable, "-m", "ludotheque", "compile", "rules")
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def load_rules() -> None:
    """In a thread, which does not go on when nobody waits for it any more."""
    stopped = threading.Event()
    try:
        await asyncio.to_thread(_load, stopped)
    finally:
        stopped.set()


class _Stopped(Exception):
    """The house is closing."""


def _load(stopped: threading.Event) -> None:
    def look(done: int, total: int) -> None:
        if stopped.is_set():
            raise _Stopped

    with contextlib.suppress(_Stopped):
        for rules in _all_rules():
            warm(rules, look)


def _all_rules() -> list[Rules]:
    return [mode.rules for name in names() for mode in spec(name).modes]
