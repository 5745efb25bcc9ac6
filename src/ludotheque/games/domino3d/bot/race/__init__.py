"""What the bots know about Domino 3D: the race."""
