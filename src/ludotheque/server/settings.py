"""How the house is set up: from the command line or from the environment, see `docs/hosting.md`."""

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
MOST_BOTS = 64


class BadSettings(LudothequeError):
    """A setting that is not possible; the text says what is."""


def default_data() -> Path:
    return platformdirs.user_data_path("ludotheque") / "house.db"


def default_bots() -> int:
    """One for those who answer at once, the others for those who think."""
    return max(2, min(8, os.cpu_count() or 1))


@dataclass(frozen=True)
class Settings:
    """Checked when it is made; BadSettings names what is not possible."""

    host: str = "127.0.0.1"
    #: 0: any that is free.
    port: int = 8000
    #: The SQLite file; without effect where `database` is given.
    data: Path = field(default_factory=default_data)
    database: str | None = None
    bots: int = field(default_factory=default_bots)
    #: The address under which people reach the house, if a proxy stands before it: scheme, host and port.
    public: str | None = None
    open_browser: bool = False
    log_level: LogLevel = "info"
    #: The addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, with commas between them.
    trusted_proxy: str | None = None
    #: Whether too many requests from one address are refused; a load test turns it off.
    limits: bool = True
    #: How much time bots take so that people can follow: 1 as people like it, 0 none.
    bot_pace: float = 1.0

    #: How long the review of a match thinks, on one thread.
    review_seconds: float = 30.0

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadSettings(f"port {self.port} is not possible; ports are 1 to 65535, and 0 for any that is free")
        if not 0 <= self.bot_pace <= 10:
            raise BadSettings(f"a bot pace of {self.bot_pace} is not possible; 0 to 10 are")
        if not 0.1 <= self.review_seconds <= 600:
            raise BadSettings(f"a review of {self.review_seconds} seconds is not possible; 0.1 to 600 are")
        if not 1 <= self.bots <= MOST_BOTS:
            raise BadSettings(f"{self.bots} workers for bots are not possible; 1 to {MOST_BOTS} are")
        if self.log_level not in get_args(LogLevel):
            raise BadSettings(f"there is no log level {self.log_level!r}; choose {', '.join(get_args(LogLevel))}")
        self._check_database()
        self._check_public()
        self._check_proxy()

    def _check_database(self) -> None:
        if self.database is None:
            return
        scheme = self.database.partition(":")[0]  # the rest may hold a password
        if scheme not in SCHEMES or "://" not in self.database:
            known = ", ".join(f"{known}://USER@HOST/NAME" for known in SCHEMES)
            raise BadSettings(
                f"a database {scheme[:20]!r} is not known; possible is {known}, or --data FILE for SQLite"
            )

    def _check_public(self) -> None:
        if self.public is None:
            return
        try:
            parts = urlsplit(self.public)
            fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            fine = False
        if not fine or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
            raise BadSettings(f"the public address {self.public!r} is not one; write it as https://games.example.org")

    def _check_proxy(self) -> None:
        for address in (self.trusted_proxy or "").split(",") if self.trusted_proxy not in (None, "*") else ():
            try:
                ipaddress.ip_network(address.strip(), strict=False)
            except ValueError:
                raise BadSettings(
                    f"{address.strip()!r} is no address of a proxy; write for example 127.0.0.1"
                ) from None

    @property
    def public_origin(self) -> str | None:
        """As browsers write it in the header Origin, without its scheme."""
        return None if self.public is None else urlsplit(self.public).netloc.lower()

    @property
    def secure(self) -> bool:
        """Whether people come over https, whatever a proxy makes of it."""
        return self.public is not None and self.public.lower().startswith("https:")
