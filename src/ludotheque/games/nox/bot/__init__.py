"""What the bots know about NOX."""
