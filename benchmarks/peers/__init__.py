"""The engine beside what researchers would use instead: `make bench-peers`."""
