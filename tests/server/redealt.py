"""The same table with other secrets: whatever a viewer gets must be the same in both."""

from __future__ import annotations

import copy
import dataclasses
import itertools

import msgspec

from ludotheque.server.tables import journal
from ludotheque.server.tables.table import Table


def in_another_world(table: Table, viewer: int | None, seed: int) -> Table:
    """The table, with what the viewer cannot know dealt anew: hands, pile, seed and secret."""
    assert table.match is not None
    other = copy.copy(table)
    other.made = msgspec.structs.replace(table.made, secret=str(seed) * 64)
    other.match = table.match.redeal(viewer, seed)
    played = itertools.count()
    other.log = [
        dataclasses.replace(one, events=other.match.happened(next(played)))
        if isinstance(one.entry, (journal.Started, journal.Moved))
        else one
        for one in table.log
    ]
    return other
