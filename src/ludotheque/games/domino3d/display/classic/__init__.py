"""Domino 3D, classic and solo shown: views, text boards, pictures."""
