"""The rules of Domino 3D, race."""
