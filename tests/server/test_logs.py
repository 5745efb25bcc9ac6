"""Logs: one JSON object per line, without secrets."""

from __future__ import annotations

import doctest
import io
import json
import logging
import time
from collections.abc import Iterator

import pytest

from ludotheque.server import logs
from ludotheque.server.tables.people import hash_of, new_secret


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    found = io.StringIO()
    logs.set_up("info", found)
    yield found
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.getLogger("uvicorn.access").disabled = False


def test_each_line_is_a_json_object(stream: io.StringIO) -> None:
    logging.getLogger("ludotheque.x").info("a %s", "word", extra={"table": "abc", "other": "unknown"})
    (line,) = stream.getvalue().splitlines()
    logged = json.loads(line)
    assert logged["text"] == "a word"
    assert logged["table"] == "abc"
    assert logged["level"] == "info"
    assert "other" not in logged


def test_secrets_are_redacted_everywhere(stream: io.StringIO) -> None:
    secret = new_secret()
    log = logging.getLogger("ludotheque.x")
    log.warning("cookie %s", secret, extra={"table": secret})
    log.warning("seed %s", hash_of(secret))
    log.warning("at postgresql://ada:hunter2@db/house")
    try:
        raise ValueError(f"bad {secret} [parameters: ('hunter2', 3)]")
    except ValueError:
        log.exception("failed")
    text = stream.getvalue()
    assert len(text.splitlines()) == 4
    for word in (secret, hash_of(secret), "hunter2"):
        assert word not in text
    assert "ValueError" in text


def test_in_a_terminal_lines_are_plain_text() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 0, "trouble", None, None)
    record.table = "abc"
    assert logs.Lines().format(record).endswith(" warning: trouble table=abc")


def test_examples() -> None:
    assert doctest.testmod(logs).failed == 0


def test_the_form_of_the_lines_can_be_chosen(stream: io.StringIO) -> None:
    for form in ("plain", "json"):
        stream.truncate(stream.seek(0))
        logs.set_up("info", stream, form=form)
        logging.getLogger("ludotheque.x").warning("1")
        assert stream.getvalue().startswith("{") == (form == "json")


@pytest.mark.attack
def test_no_kind_of_line_fills_a_disk(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    logs.set_up("info", stream)
    web, house = logging.getLogger("ludotheque.web"), logging.getLogger("ludotheque.house")
    for number in range(logs.MOST + 30):
        web.info("refused: %d", number)
    house.info("refused: %d", 0)
    web.info("another kind")
    assert len(stream.getvalue().splitlines()) == logs.MOST + 2
    now = 61.0
    for _ in range(2):
        web.info("refused: %d", -1)
    *_, first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["text"], first["left_out"]) == ("refused: -1", 30)
    assert "left_out" not in second
