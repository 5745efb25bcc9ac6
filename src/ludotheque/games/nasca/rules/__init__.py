"""The rules of Nasca."""
