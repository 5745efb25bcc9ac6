"""The rules of Das Prestel Nasenspiel."""
