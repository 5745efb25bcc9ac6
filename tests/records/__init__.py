"""Stored records of whole matches."""
