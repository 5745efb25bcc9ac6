"""Tournaments between computer players: the same deals for all, results that survive, ratings with intervals.

`plan` (who meets whom) → `results` (what is missing) → `playing` (one match), in `processes` or on a `cluster` →
`results` (the file) → `standings` → `output`.
"""
