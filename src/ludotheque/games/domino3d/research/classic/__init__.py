"""Domino 3D for research: classic and solo."""
