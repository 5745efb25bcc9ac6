"""Settings for all tests."""

import os

from hypothesis import settings

# The first example may compile; time is no measure of correctness.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
# Bots that give way to everybody would starve beside tests that keep all cores busy.
os.environ["LUDOTHEQUE_BOT_PRIORITY"] = "normal"
