"""Das Prestel Nasenspiel shown: views, text boards, pictures."""
