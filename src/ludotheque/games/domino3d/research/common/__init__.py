"""Domino 3D for research: what all modes share."""
