"""The rules of Domino 3D: the race."""
