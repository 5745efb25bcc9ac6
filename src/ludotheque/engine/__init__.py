"""What all games share: generic rules functions, chance, bitboards, the compile cache. Knows no game."""
