"""The rules of Domino 3D: what all modes share."""
