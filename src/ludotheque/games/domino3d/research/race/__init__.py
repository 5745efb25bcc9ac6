"""Domino 3D for research: the race."""
