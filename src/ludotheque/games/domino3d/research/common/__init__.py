"""Shared by the modes of Domino 3D, for research."""
