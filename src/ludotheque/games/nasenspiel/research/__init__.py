"""Observations of Das Prestel Nasenspiel."""
