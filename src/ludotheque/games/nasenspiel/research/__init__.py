"""Das Prestel Nasenspiel for research: observations, actions and draws."""
