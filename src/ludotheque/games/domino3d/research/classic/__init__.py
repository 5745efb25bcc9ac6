"""Domino 3D, classic and solo, for research."""
