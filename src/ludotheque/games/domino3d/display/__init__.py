"""How Domino 3D is shown: views, text boards, pictures, terminal."""
