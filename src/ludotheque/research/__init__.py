"""For research: observations as arrays, batches of matches, PettingZoo, OpenSpiel and datasets."""
