"""What the bots know about Domino 3D: classic and solo."""
