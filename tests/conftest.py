"""Settings for all tests."""

import os
import random
import secrets
import signal
from base64 import urlsafe_b64encode

import pytest
from hypothesis import HealthCheck, settings

# No deadline, because the first example may compile. Examples are the same in every run, so that a test that has passed
# passes again; long runs look for new ones.
LONG = "LUDOTHEQUE_LONG" in os.environ
settings.register_profile(
    "ludotheque",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not LONG,
)
settings.load_profile("ludotheque")
# At idle priority, bots would starve while tests keep all cores busy.
os.environ["LUDOTHEQUE_BOT_PRIORITY"] = "normal"
# A shell ignores SIGINT for background jobs, and child processes inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def fixed_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed `secrets` with the test's name, so that no test fails occasionally because of an unusual deal."""
    if LONG:
        return
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_hex", lambda count: chance.randbytes(count).hex())
    monkeypatch.setattr(
        secrets, "token_urlsafe", lambda count: urlsafe_b64encode(chance.randbytes(count)).decode().rstrip("=")
    )
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    monkeypatch.setattr(secrets, "choice", chance.choice)
