"""What the bots know about Keks."""
