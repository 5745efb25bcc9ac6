"""Domino 3D shown: views, text boards, pictures."""
