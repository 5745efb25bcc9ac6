"""Settings for all tests."""

import os
import signal

from hypothesis import HealthCheck, settings

# The first example may compile; time is no measure of correctness. Examples are the same each time, so that a test
# that has passed passes again; the long tests look for new ones.
settings.register_profile(
    "house",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="LUDOTHEQUE_LONG" not in os.environ,
)
settings.load_profile("house")
# Bots that give way to everybody would starve beside tests that keep all cores busy.
os.environ["LUDOTHEQUE_BOT_PRIORITY"] = "normal"
# A shell that starts the tests in the background lets SIGINT be ignored, also by the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
