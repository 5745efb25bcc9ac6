"""How the house teaches its games: rulebooks with diagrams that the rules themselves check, and guided matches.

The texts lie in each game's folder (`rulebook/`, `lesson/`), in four languages; nothing here knows a game.
"""
