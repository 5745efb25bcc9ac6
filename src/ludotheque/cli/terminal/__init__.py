"""Play in the terminal: a program that fills the screen, in colour, by keys or mouse."""
