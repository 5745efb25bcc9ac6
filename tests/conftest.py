"""Settings for all tests."""

from hypothesis import settings

# The first example may compile; time is no measure of correctness.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
