"""Observations of NOX."""
