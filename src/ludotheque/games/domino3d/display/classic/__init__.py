"""How Domino 3D is shown: classic and solo."""
