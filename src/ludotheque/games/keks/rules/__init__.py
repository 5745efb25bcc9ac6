"""The rules of Keks."""
