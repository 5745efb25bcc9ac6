"""NOX in batches."""

from ludotheque.games.nox.board import CARDS
from ludotheque.games.nox.state import KIND_SHIFT

ACTIONS = len(CARDS) << KIND_SHIFT
