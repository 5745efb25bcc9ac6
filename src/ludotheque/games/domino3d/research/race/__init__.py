"""Observations of Domino 3D, race."""
