"""How Keks is shown: views, text boards, pictures, terminal."""
