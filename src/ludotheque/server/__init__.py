"""The house on the network: tables, seats, clocks, and a store that loses nothing."""
