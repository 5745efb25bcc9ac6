"""Many matches between computer players: the same deals for all, results that survive, ratings with intervals."""
