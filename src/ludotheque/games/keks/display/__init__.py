"""Keks shown: views, text boards, pictures."""
