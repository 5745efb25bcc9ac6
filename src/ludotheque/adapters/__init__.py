"""Matches in the shapes of other libraries, each an extra: `adapters.pettingzoo`, `adapters.openspiel`."""
