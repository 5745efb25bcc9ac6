"""The rules of Domino 3D: classic and solo."""
