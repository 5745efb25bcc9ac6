"""The house on the network: REST, live play, and who may ask what how often."""
