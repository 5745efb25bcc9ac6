"""Public paths of the adapters to other libraries, each an extra: `adapters.pettingzoo`, `adapters.openspiel`."""
