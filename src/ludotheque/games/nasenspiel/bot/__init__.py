"""What the bots know about Das Prestel Nasenspiel."""
