"""A table with other hidden information, which must not change anything that a viewer gets."""

from __future__ import annotations

import copy
import dataclasses
import itertools

import msgspec

from ludotheque.server.tables import journal
from ludotheque.server.tables.table import Table


def redealt_table(table: Table, viewer: int | None, seed: int) -> Table:
    """Return the table with all that the viewer cannot know replaced: hands, pile, seed and server seed."""
    assert table.match is not None
    other = copy.copy(table)
    other.made = msgspec.structs.replace(table.made, server_seed=str(seed) * 64)
    other.match = table.match.redeal(viewer, seed)
    played = itertools.count()
    other.log = [
        dataclasses.replace(one, events=other.match.happened(next(played)))
        if isinstance(one.entry, (journal.Started, journal.Moved))
        else one
        for one in table.log
    ]
    return other
