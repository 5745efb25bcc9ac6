"""Which addresses a ban means, and for how long the clocks stand still."""

from __future__ import annotations

import pytest

from ludotheque.server.tables.host_orders import Ban, HostOrders, network_of
from ludotheque.server.tables.refusals import Refused


def host_orders(*ranges: str) -> HostOrders:
    made = HostOrders(lambda: 1000)
    made.replace_bans([Ban("address", each, "why", 0) for each in ranges])
    return made


@pytest.mark.parametrize(
    ("banned", "address", "refused"),
    [
        ("192.0.2.7/32", "192.0.2.7", True),
        ("192.0.2.7/32", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.255", True),
        ("192.0.2.0/24", "192.0.3.0", False),
        ("192.0.2.0/24", "::ffff:192.0.2.9", True),
        ("2001:db8::/48", "2001:db8:0:ff::1", True),
        ("2001:db8::/48", "2001:db8:1::1", False),
        ("2001:db8::/48", "32.1.13.184", False),
        ("192.0.2.0/24", "here", False),
    ],
)
def test_addresses_of_a_range(banned: str, address: str, refused: bool) -> None:
    made = host_orders("203.0.113.0/29", banned)
    if refused:
        with pytest.raises(Refused, match="banned"):
            made.check_address(address)
    else:
        made.check_address(address)


def test_ranges_are_written_in_one_way() -> None:
    assert str(network_of("192.0.2.77/24")) == "192.0.2.0/24"
    assert str(network_of(" ::ffff:192.0.2.0/120 ")) == "192.0.2.0/24"


def test_a_ban_ends_at_its_time() -> None:
    made = HostOrders(lambda: 1000)
    made.replace_bans([Ban("person", "ada", "why", 0, 1000), Ban("person", "bob", "why", 0, 1001)])
    made.check_person("ada")
    with pytest.raises(Refused):
        made.check_person("bob")


def test_read_only_time_is_charged_to_nobody() -> None:
    made = host_orders()
    made.read_only, made.since = "a move", 500
    down = lambda since, until: 10 if until > since else 0  # noqa: E731  # an outage before
    assert made.down_time(down, 100, 400) == 10
    assert made.down_time(down, 100, 900) == 10 + 400
    assert made.down_time(down, 600, 900) == 300
    made.read_only = ""
    assert made.down_time(down, 600, 900) == 10
