"""How Domino 3D is shown: what all modes share."""
