"""Domino 3D, race shown: views, text boards, pictures."""
