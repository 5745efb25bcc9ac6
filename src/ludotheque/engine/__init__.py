"""Shared by all games: generic rules functions, chance, bitboards, playouts, the compile cache. Names no game."""
