"""Views and text boards of Pebbles."""
