"""How NOX is shown: views, text boards, pictures, terminal."""
