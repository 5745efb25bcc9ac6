"""How Das Prestel Nasenspiel is shown: views, text boards, pictures, terminal."""
