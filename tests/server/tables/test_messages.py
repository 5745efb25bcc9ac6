"""The messages agree with their documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.tables import handlers, journal, messages

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "protocol.md").read_text("utf-8")
SOURCES = Path(messages.__file__).parents[1]


def test_the_stored_schema_is_up_to_date() -> None:
    """If it fails, run `make schema` and check what changed for clients."""
    assert json.loads((DOCS / "protocol.schema.json").read_text("utf-8")) == messages.schema()


def test_the_page_names_every_request_and_every_entry() -> None:
    for request in messages.Request.__subclasses__():
        assert f"`{request.__struct_config__.tag}`" in PAGE
    for entry in journal.Entry.__subclasses__():
        assert f"`{entry.__struct_config__.tag}`" in PAGE


def test_the_page_names_every_refusal() -> None:
    codes = set()
    for name in ("tables/handlers.py", "tables/live_table.py", "tables/house.py", "web/websocket.py"):
        codes.update(re.findall(r'Refused\(\s*"(\w+)"', (SOURCES / name).read_text("utf-8")))
    missing = sorted(code for code in codes - {"time_is_left"} if f"`{code}`" not in PAGE)
    assert not missing


def test_every_command_has_a_handler() -> None:
    assert set(handlers.HANDLERS) == set(messages.Command.__args__)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_nonsense_is_refused(text: bytes) -> None:
    try:
        messages.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "move", "id": "x", "match_version": 1, "move": "d1", "more": 1}',
        '{"type": "move", "id": "", "match_version": 1, "move": "d1"}',
        '{"type": "move", "id": "x", "match_version": "1", "move": "d1"}',
        '{"type": "move", "id": "x", "match_version": 1, "move": 5}',
        '{"type": "say", "id": "x", "text": ""}',
        '{"type": "news", "entries": []}',
        '{"type": ["move"]}',
        "[]",
        "",
        "{" * 5000,
    ],
)
def test_almost_valid_messages_are_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        messages.decode(text)
