"""Start the server, and stop it so that nothing is lost."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import webbrowser
from collections.abc import Callable
from functools import partial
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from ludotheque.server import garbage_collection
from ludotheque.server.admin.administration import Administration
from ludotheque.server.admin.order_receiver import OrderReceiver
from ludotheque.server.admin.run_time_settings import RunTimeSettings
from ludotheque.server.allowances import changed_allowances
from ludotheque.server.backups import Backups
from ludotheque.server.bots import WorkerPool
from ludotheque.server.bots.lanes import changed_quotas
from ludotheque.server.file_limit import raise_file_limit
from ludotheque.server.precompiler import Precompiler
from ludotheque.server.settings import BadSettings, Settings
from ludotheque.server.store import open_store
from ludotheque.server.store.base import CannotOpen, CannotRead
from ludotheque.server.store.data_file import backup_folder
from ludotheque.server.tables.expiry import Expiry, Patience
from ludotheque.server.tables.house import House, Pace
from ludotheque.server.tables.people import People
from ludotheque.server.web.app import create_app, say_goodbye
from ludotheque.server.web.connections import HttpConnection, WebSocketConnection
from ludotheque.server.web.guard import MAX_HEAD
from ludotheque.server.web.rest_operation import Readiness

log = logging.getLogger("ludotheque")

#: The most bytes of a message of live play.
MAX_MESSAGE = 16 * 1024
#: Seconds after which a connection is dropped whose peer acknowledges nothing.
SILENCE = 30
#: Seconds between WebSocket pings, by which dead clients are found. Live play has its own pings besides.
PING_EVERY = 60
#: Seconds for which an unused connection stays open. A proxy reuses one for up to two minutes (Caddy); a request on one
#: that is being closed would fail.
KEEP_ALIVE, PROXY_KEEP_ALIVE = 5, 150
#: Seconds that running requests have to finish when the server stops.
GRACE = 5
EVERYWHERE = ("0.0.0.0", "::", "")


def bind(settings: Settings) -> socket.socket:
    """Open the listening socket; raises BadSettings, which says why there is none."""
    host, port = settings.host, settings.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise BadSettings(f"{host!r} is not a host of this machine; try --host 127.0.0.1 or --host 0.0.0.0") from None
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
        return f"port {port} is reserved for the administrator; choose one from 1024 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine; try --host 127.0.0.1 or --host 0.0.0.0"
    return f"cannot listen on {host}, port {port}: {error.strerror}"


def address_of(settings: Settings, listening: socket.socket) -> str:
    """Return the address for people."""
    if settings.public:
        return settings.public
    host = "localhost" if settings.host in EVERYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop where available (not on Windows): a move takes a fifth less processor time."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def serve(settings: Settings, listening: socket.socket, tell: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM. `tell` is called with the address when the server answers.

    Raises CannotOpen if the store or the backup folder cannot be used, BadSetup if the quotas or rates are wrong.
    """
    allowances = changed_allowances(settings.rates)
    HttpConnection.most = raise_file_limit()
    bots = WorkerPool(
        settings.bots,
        quotas=changed_quotas(settings.quotas),
        limited=settings.limits,
        memory=settings.worker_memory * 2**20,
    )
    store = open_store(settings.database or settings.data, backups=settings.backup_to)
    house = House(
        store,
        bots,
        single_process=settings.database is None,
        pace=Pace().times(settings.bot_pace),
        listed=allowances["listed"] if settings.limits else None,
    )
    backups = open_backups(settings)
    await house.open(sweep=False)
    precompiler = Precompiler(bots)
    house.load_rules = precompiler.load
    try:
        app = create_app(house, People(store), settings)
        if backups:
            backups.watch(app.state.metrics)
            house.spawn(backups.run)
        app.state.readiness = Readiness("compiling", precompiler)
        address = address_of(settings, listening)
        await open_administration(app, address)
        with precompiler.guarding():
            tell(address)
            opening = asyncio.create_task(_open(app, precompiler, settings, address), name="opening")
            await Server(app, settings).serve([listening])
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
    finally:
        await house.close()
        if backups:
            backups.close()
        log.info("the server has stopped")


async def open_administration(app: Starlette, address: str) -> None:
    """Take over the orders in force, and listen to what the host orders next. CannotOpen."""
    house: House = app.state.house
    administration: Administration = app.state.administration
    try:
        await administration.stored_orders.load()
    except CannotRead as error:
        raise CannotOpen(f"the host's orders cannot be read: {error}") from error
    if not house.single_process:
        house.spawn(administration.stored_orders.follow)
    house.spawn(OrderReceiver(administration, house.store, address).run)


def open_backups(settings: Settings) -> Backups | None:
    """Open the scheduled backups, if there are to be any. Raises CannotOpen."""
    if not settings.backup_every:
        return None
    folder = settings.backup_to or backup_folder(settings.data)
    backups = Backups(settings.data, folder, every=settings.backup_every, kept=settings.backups_kept)
    backups.open()
    return backups


async def _open(app: Starlette, precompiler: Precompiler, settings: Settings, address: str) -> None:
    house: House = app.state.house

    async def open_house() -> None:
        app.state.readiness.why_not = ""
        log.info("the server is ready", extra={"address": address})
        if settings.open_browser:
            await asyncio.to_thread(webbrowser.open, address)

    try:
        await precompiler.compile_rules(open_house)
    except Exception:
        log.exception("the rules cannot be compiled")
        return
    house.spawn(house.sweep)
    house.spawn(_expiry(app).run)
    house.spawn(app.state.forgetting.run)
    house.spawn(app.state.retention.run)
    house.spawn(app.state.retention.report_regularly)
    await precompiler.load_cached()
    garbage_collection.set_up()
    house.spawn(partial(garbage_collection.collect_regularly, house.store))
    house.spawn(precompiler.compile_bots)


def _expiry(app: Starlette) -> Expiry:
    settings: RunTimeSettings = app.state.administration.settings

    def patience(now: Settings) -> Patience:
        return Patience(now.listed_days, now.unlisted_days)

    expiry = Expiry(app.state.house, patience(settings.now))
    settings.whenever_changed(lambda now: setattr(expiry, "patience", patience(now)))
    return expiry


class Server(uvicorn.Server):
    """Uvicorn, except that stopping is not an error, and that all connections are told goodbye."""

    def __init__(self, app: Starlette, settings: Settings) -> None:
        self._app = app
        config = uvicorn.Config(
            app,
            http=HttpConnection,
            ws=WebSocketConnection,
            ws_per_message_deflate=False,
            ws_max_size=MAX_MESSAGE,
            h11_max_incomplete_event_size=MAX_HEAD,
            ws_ping_interval=PING_EVERY,
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=settings.trusted_proxy is not None,
            forwarded_allow_ips=settings.trusted_proxy or "",
            timeout_graceful_shutdown=GRACE,
            timeout_keep_alive=PROXY_KEEP_ALIVE if settings.trusted_proxy else KEEP_ALIVE,
        )
        super().__init__(config)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; a second Ctrl-C stops at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.readiness.why_not = "closing"
        await say_goodbye(self._app)
        await super().shutdown(sockets)
