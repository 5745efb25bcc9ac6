"""How Nasca is shown: views, text boards, pictures, terminal."""
