"""Settings for all tests."""

import os
import random
import secrets
import signal
from base64 import urlsafe_b64encode

import pytest
from hypothesis import HealthCheck, settings

# The first example may compile; time is no measure of correctness. Examples are the same each time, so that a test
# that has passed passes again; the long tests look for new ones.
LONG = "LUDOTHEQUE_LONG" in os.environ
settings.register_profile(
    "house",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not LONG,
)
settings.load_profile("house")
# Bots that give way to everybody would starve beside tests that keep all cores busy.
os.environ["LUDOTHEQUE_BOT_PRIORITY"] = "normal"
# A shell that starts the tests in the background lets SIGINT be ignored, also by the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test draws the same lots each time, so that none fails some day for a deal in which there is nothing to do."""
    if LONG:
        return
    luck = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_hex", lambda count: luck.randbytes(count).hex())
    monkeypatch.setattr(
        secrets, "token_urlsafe", lambda count: urlsafe_b64encode(luck.randbytes(count)).decode().rstrip("=")
    )
    monkeypatch.setattr(secrets, "randbits", luck.getrandbits)
    monkeypatch.setattr(secrets, "choice", luck.choice)
