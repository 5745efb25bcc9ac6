"""Observations of Nasca."""
