"""The server: people and bots at tables over the network, with a store that loses nothing."""
