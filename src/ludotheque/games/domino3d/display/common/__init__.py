"""Domino 3D in all modes shown: views, text boards, pictures."""
