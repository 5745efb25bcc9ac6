"""Compare the engine with what researchers would use instead: `make bench-peers`."""
