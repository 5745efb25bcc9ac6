"""Domino 3D, race, for research."""
