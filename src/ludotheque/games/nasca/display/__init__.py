"""Nasca shown: views, text boards, pictures."""
