"""Datasets of matches: the public names of `ludotheque.research.export`."""

from ludotheque.research.export import Dataset, Observation, as_array, as_view, rows, schema, writing

__all__ = ["Dataset", "Observation", "as_array", "as_view", "rows", "schema", "writing"]
