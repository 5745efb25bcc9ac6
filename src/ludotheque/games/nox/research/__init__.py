"""NOX for research: observations, actions and draws."""
