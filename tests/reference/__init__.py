"""Slow, plain implementations of the rules, against which the engine is checked move by move."""
