"""The toolkit with which a game draws itself in a terminal: canvas, colours, and the contract it fulfils."""
