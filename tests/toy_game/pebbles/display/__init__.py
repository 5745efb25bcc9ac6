"""Pebbles shown: views and text boards."""
