"""The settings of a server, from the command line or the environment; see `docs/hosting-reference.md`."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

import platformdirs

from ludotheque.errors import LudothequeError

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["auto", "json", "plain"]
Chat = Literal["seated", "everybody", "nobody"]
SCHEMES = ("postgresql",)
MAX_BOTS = 64
MAX_DAYS = 3650
LONGEST_CONTACT = 200
#: Megabytes. A worker that has loaded everything takes about 270.
MIN_WORKER_MEMORY = 280


#: Seconds, by the letter of the unit.
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
#: Seconds.
MIN_BACKUP_EVERY = 60


class BadSettings(LudothequeError):
    """An invalid setting; the text says what is allowed."""


def default_data() -> Path:
    return platformdirs.user_data_path("ludotheque") / "house.db"


def seconds(duration: str) -> float:
    """Parse a duration such as 90s, 30m, 6h or 1d; return its seconds. Raises BadSettings."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd])", duration.strip())
    if not found:
        raise BadSettings(f"{duration!r} is not a duration; write for example 30m, 6h or 1d")
    return float(found[1]) * UNITS[found[2]]


def default_bots() -> int:
    """One worker for levels that answer at once, the others for those that think."""
    return max(2, min(8, os.cpu_count() or 1))


@dataclass(frozen=True)
class Settings:
    """Checked when created; raises BadSettings, which names what is invalid."""

    host: str = "127.0.0.1"
    #: 0: any free port.
    port: int = 8000
    #: The SQLite file; ignored if `database` is given.
    data: Path = field(default_factory=default_data)
    database: str | None = None
    bots: int = field(default_factory=default_bots)
    #: The address under which people reach the server behind a proxy: scheme, host and port.
    public: str | None = None
    open_browser: bool = False
    log_level: LogLevel = "info"
    #: `auto`: plain lines in a terminal, JSON elsewhere.
    log_format: LogFormat = "auto"
    #: The addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, separated by commas.
    trusted_proxy: str | None = None
    #: Whether too many requests from one address are refused; load tests turn it off.
    limits: bool = True
    #: Factor of the time that bots take so that people can follow: 1 is comfortable, 0 is none.
    bot_pace: float = 1.0
    #: Seconds of thinking per review of a match, on one thread.
    review_seconds: float = 30.0
    #: Megabytes from which a worker is replaced by a fresh one.
    worker_memory: int = 300
    #: Changes of what may wait or run at a time, by lane: see `bots.lanes.changed_quotas`.
    quotas: str = ""
    #: Seconds between scheduled backups of the data file; 0: there are none.
    backup_every: float = 0.0
    #: How many scheduled backups are kept.
    backups_kept: int = 14
    #: Where backups are written, scheduled ones and those before migrations; None: beside the data file.
    backup_to: Path | None = None
    #: Changes of what people and addresses may ask for: see `allowances.changed_allowances`.
    rates: str = ""
    #: Days after which a listed table, or any other, that nobody comes back to is ended; 0: never.
    listed_days: float = 7.0
    unlisted_days: float = 30.0
    #: Who may chat at tables whose creator does not say so.
    chat: Chat = "seated"
    #: Seconds within which a request must have arrived.
    request_seconds: float = 15.0
    #: Days for which finished casual matches, chat at tables that are over, and people who do not come back are kept;
    #: 0: for ever. A cookie is valid for a year, so whoever is away for longer cannot come back as the same person.
    keep_casual: float = 365.0
    keep_chat: float = 90.0
    keep_idle: float = 400.0
    #: How people reach the host; shown on the page about privacy.
    contact: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadSettings(f"port {self.port} is invalid; ports are 1 to 65535, or 0 for any free one")
        if not 0 <= self.bot_pace <= 10:
            raise BadSettings(f"bot pace {self.bot_pace} is out of range: 0 to 10")
        if not 0.1 <= self.review_seconds <= 600:
            raise BadSettings(f"review time {self.review_seconds} s is out of range: 0.1 to 600")
        if not 0.1 <= self.request_seconds <= 600:
            raise BadSettings(f"request time {self.request_seconds} s is out of range: 0.1 to 600")
        if not (0 <= self.listed_days <= MAX_DAYS and 0 <= self.unlisted_days <= MAX_DAYS):
            raise BadSettings(f"days until a table is abandoned are out of range: 0 (never) to {MAX_DAYS}")
        if not all(0 <= days <= MAX_DAYS for days in (self.keep_casual, self.keep_chat, self.keep_idle)):
            raise BadSettings(f"days for which data is kept are out of range: 0 (for ever) to {MAX_DAYS}")
        if len(self.contact) > LONGEST_CONTACT or not self.contact.isprintable():
            raise BadSettings(f"the contact is one line of at most {LONGEST_CONTACT} characters")
        if self.worker_memory < MIN_WORKER_MEMORY:
            raise BadSettings(f"worker memory {self.worker_memory} MB is too small: at least {MIN_WORKER_MEMORY}")
        if not 1 <= self.bots <= MAX_BOTS:
            raise BadSettings(f"{self.bots} bot workers is out of range: 1 to {MAX_BOTS}")
        if self.log_level not in get_args(LogLevel):
            raise BadSettings(f"unknown log level {self.log_level!r}; choose {', '.join(get_args(LogLevel))}")
        if self.log_format not in get_args(LogFormat):
            raise BadSettings(f"unknown log format {self.log_format!r}; choose {', '.join(get_args(LogFormat))}")
        if self.chat not in get_args(Chat):
            raise BadSettings(f"chat cannot be for {self.chat!r}; choose {', '.join(get_args(Chat))}")
        self._check_backups()
        self._check_database()
        self._check_public()
        self._check_proxy()

    def _check_backups(self) -> None:
        if self.backup_every and self.database is not None:
            raise BadSettings(
                "--backup-every is for a data file; no server copies a PostgreSQL database, not even to migrate it: "
                'run pg_dump regularly and before each update (see "Back up and restore PostgreSQL" in docs/hosting.md)'
            )
        if self.backup_every and self.backup_every < MIN_BACKUP_EVERY:
            raise BadSettings(f"a backup every {self.backup_every:g} s is too often: at least every minute")
        if self.backups_kept < 1:
            raise BadSettings(f"{self.backups_kept} backups kept is too few: at least 1")

    def _check_database(self) -> None:
        if self.database is None:
            return
        scheme = self.database.partition(":")[0]  # the rest may hold a password
        if scheme not in SCHEMES or "://" not in self.database:
            known = ", ".join(f"{known}://USER@HOST/NAME" for known in SCHEMES)
            raise BadSettings(f"unknown kind of database {scheme[:20]!r}; use {known}, or --data FILE for SQLite")

    def _check_public(self) -> None:
        if self.public is None:
            return
        try:
            parts = urlsplit(self.public)
            fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            fine = False
        if not fine or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
            raise BadSettings(f"{self.public!r} is not a public address; write it like https://games.example.org")

    def _check_proxy(self) -> None:
        for address in (self.trusted_proxy or "").split(",") if self.trusted_proxy not in (None, "*") else ():
            try:
                ipaddress.ip_network(address.strip(), strict=False)
            except ValueError:
                raise BadSettings(
                    f"{address.strip()!r} is not the address of a proxy; write for example 127.0.0.1"
                ) from None

    @property
    def public_origin(self) -> str | None:
        """As in the Origin header of browsers, without the scheme."""
        return None if self.public is None else urlsplit(self.public).netloc.lower()

    @property
    def secure(self) -> bool:
        """Whether people connect over https, even if a proxy ends it."""
        return self.public is not None and self.public.lower().startswith("https:")
