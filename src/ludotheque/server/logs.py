"""Logging to stderr: one JSON object per line, or plain lines; `auto` is plain in a terminal.

Logs never contain cookies, secrets, seeds, chat or query strings. Whatever looks like a secret is removed, wherever it
came from, and of the extra fields of a record only those in `FIELDS` are written. No visitor can fill a disk with them:
at most `MOST` lines of each kind are written in a minute.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from typing import TextIO

from ludotheque.server.settings import LogFormat, LogLevel

FIELDS = ("table", "game", "seat", "code", "address", "seconds", "left_out")
#: The most lines of one kind in a minute.
MOST = 100
#: Secrets, tokens, seeds and their hashes are long and without spaces.
SECRET = re.compile(r"[A-Za-z0-9_-]{40,}")
#: The values of a statement, which SQLAlchemy adds to an error.
PARAMETERS = re.compile(r"\[parameters: .*?\](?=\n|$)", re.DOTALL)
#: The password in the URL of a database.
PASSWORD = re.compile(r"(://[^/\s:@]*):[^@\s]+@")


def clean(text: str) -> str:
    """Return the text without anything that must not be logged.

    >>> clean("postgresql://ada:hunter2@db/games")
    'postgresql://ada:...@db/games'
    >>> clean("cookie " + "x" * 43)
    'cookie [struck out]'
    """
    text = PARAMETERS.sub("[parameters struck out]", text)
    return SECRET.sub("[struck out]", PASSWORD.sub(r"\1:...@", text))


class JsonLines(logging.Formatter):
    """JSON for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": clean(record.getMessage()),
            **_fields(record),
        }
        if record.exc_info:
            told["trace"] = clean(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


class Lines(logging.Formatter):
    """Plain lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        added = "".join(f" {name}={value}" for name, value in _fields(record).items())
        trace = "\n" + clean(self.formatException(record.exc_info)) if record.exc_info else ""
        return f"{at} {level}{clean(record.getMessage())}{added}{trace}"


class LineRateLimit(logging.Filter):
    """Lets at most `MOST` lines of one kind through in a minute; the next reports how many it suppressed (`left_out`).

    A kind is a logger and a text before its values are filled in.
    """

    def __init__(self) -> None:
        super().__init__()
        self._until = 0.0
        self._counts: Counter[tuple[str, str]] = Counter()
        self._left_out: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if time.monotonic() >= self._until:
            self._left_out |= {kind: count - MOST for kind, count in self._counts.items() if count > MOST}
            self._counts.clear()
            self._until = time.monotonic() + 60
        kind = record.name, str(record.msg)
        self._counts[kind] += 1
        if self._counts[kind] > MOST:
            return False
        if kind in self._left_out:
            record.left_out = self._left_out.pop(kind)
        return True


def _fields(record: logging.LogRecord) -> dict[str, object]:
    fields = {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
    return {name: clean(value) if isinstance(value, str) else value for name, value in fields.items()}


def set_up(level: LogLevel, stream: TextIO | None = None, *, form: LogFormat = "auto") -> None:
    """Send all logging to stderr."""
    stream = stream or sys.stderr
    if form == "auto":
        form = "plain" if stream.isatty() else "json"
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines() if form == "plain" else JsonLines())
    handler.addFilter(LineRateLimit())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # The command itself reports start and stop; uvicorn's access log would contain the keys of tables.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
    for chatty in ("alembic", "asyncio"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLogger().level))
