"""Observations of Keks."""
