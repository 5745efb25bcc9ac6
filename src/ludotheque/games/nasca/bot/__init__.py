"""What the bots know about Nasca."""
