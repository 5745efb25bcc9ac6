"""How Domino 3D is shown: the race."""
