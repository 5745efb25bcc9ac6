"""Domino 3D for research: observations, actions and draws."""
