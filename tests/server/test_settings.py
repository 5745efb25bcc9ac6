"""Settings: valid values, and errors for invalid ones."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.server.settings import BadSettings, Settings


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"port": 70000}, "1 to 65535"),
        ({"port": -1}, "1 to 65535"),
        ({"bots": 0}, "1 to 64"),
        ({"log_level": "loud"}, "debug, info"),
        ({"database": "mysql://ada:hunter2@db/x"}, "postgresql://"),
        ({"database": "postgresql"}, "postgresql://"),
        ({"public": "games.example.org"}, "https://games.example.org"),
        ({"public": "https://games.example.org/house"}, "https://games.example.org"),
        ({"public": "ftp://games.example.org"}, "https://games.example.org"),
        ({"public": "https://[x"}, "https://games.example.org"),
        ({"trusted_proxy": "proxy"}, "127.0.0.1"),
        ({"trusted_proxy": "127.0.0.1,"}, "127.0.0.1"),
    ],
)
def test_invalid_settings_are_refused_with_a_reason(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSettings) as raised:
        Settings(**given)
    assert said in str(raised.value)
    assert "hunter2" not in str(raised.value)


def test_valid_settings() -> None:
    settings = Settings(public="https://Games.example.org:8443/", trusted_proxy="127.0.0.1, 10.0.0.0/8")
    assert settings.public_origin == "games.example.org:8443"
    assert settings.secure
    assert not Settings().secure
    assert Settings(trusted_proxy="*", database="postgresql://db/house").public_origin is None
