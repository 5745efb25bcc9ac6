"""Rulebooks, lessons and puzzles.

Their texts are in each game's folder (`rulebook/`, `lesson/`, `puzzles.jsonl`), in four languages.
"""
