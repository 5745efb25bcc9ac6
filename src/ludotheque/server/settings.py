"""The settings of a server, from the command line or the environment; see `docs/hosting.md`."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

import platformdirs

from ludotheque.errors import LudothequeError

LogLevel = Literal["debug", "info", "warning", "error"]
SCHEMES = ("postgresql",)
MAX_BOTS = 64


class BadSettings(LudothequeError):
    """An invalid setting; the text says what is allowed."""


def default_data() -> Path:
    return platformdirs.user_data_path("ludotheque") / "house.db"


def default_bots() -> int:
    """One worker for levels that answer at once, the others for those that think."""
    return max(2, min(8, os.cpu_count() or 1))


@dataclass(frozen=True)
class Settings:
    """Checked when created; BadSettings names what is invalid."""

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
    #: The addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, separated by commas.
    trusted_proxy: str | None = None
    #: Whether too many requests from one address are refused; load tests turn it off.
    limits: bool = True
    #: Factor of the time that bots take so that people can follow: 1 is comfortable, 0 is none.
    bot_pace: float = 1.0
    #: Seconds of thinking per review of a match, on one thread.
    review_seconds: float = 30.0

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadSettings(f"port {self.port} is invalid; ports are 1 to 65535, or 0 for any free one")
        if not 0 <= self.bot_pace <= 10:
            raise BadSettings(f"bot pace {self.bot_pace} is out of range: 0 to 10")
        if not 0.1 <= self.review_seconds <= 600:
            raise BadSettings(f"review time {self.review_seconds} s is out of range: 0.1 to 600")
        if not 1 <= self.bots <= MAX_BOTS:
            raise BadSettings(f"{self.bots} bot workers is out of range: 1 to {MAX_BOTS}")
        if self.log_level not in get_args(LogLevel):
            raise BadSettings(f"unknown log level {self.log_level!r}; choose {', '.join(get_args(LogLevel))}")
        self._check_database()
        self._check_public()
        self._check_proxy()

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
