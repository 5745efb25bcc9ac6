"""Observations of Domino 3D in all modes."""
