"""The host's orders in force, in the memory of this process: bans, mutes, read-only mode and the announcement.

`admin/stored_host_orders.py` keeps them in the store; here each request is checked against them.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from ludotheque.server.tables.refusals import Refused

BanKind = Literal["mute", "person", "address"]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Ban:
    """`subject`: a person's id, or a range of addresses. `until`: in server time; None: until it is lifted."""

    kind: BanKind
    subject: str
    reason: str
    made: int
    until: int | None = None


def network_of(text: str) -> Network:
    """Parse a range of addresses such as 192.0.2.0/24. ValueError."""
    network = ipaddress.ip_network(text.strip(), strict=False)
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    if mapped is None:
        return network
    return ipaddress.ip_network((mapped, max(0, network.prefixlen - 96)), strict=False)


@dataclass
class HostOrders:
    """`read_only`: why nothing can be played or made; "" if everything can. `since`: when that began."""

    now: Callable[[], int]
    announcement: str = ""
    read_only: str = ""
    since: int = 0
    _people: dict[str, Ban] = field(default_factory=dict)
    _mutes: dict[str, Ban] = field(default_factory=dict)
    #: By the number of bits that count, then by those bits: a check takes as long as there are widths.
    _ranges: dict[tuple[int, int], dict[int, Ban]] = field(default_factory=dict)

    def replace_bans(self, bans: Iterable[Ban]) -> None:
        self._people, self._mutes, self._ranges = {}, {}, {}
        for ban in bans:
            if ban.kind == "address":
                network = network_of(ban.subject)
                widths = self._ranges.setdefault((network.version, network.prefixlen), {})
                widths[_bits(network.network_address, network.prefixlen)] = ban
            else:
                (self._mutes if ban.kind == "mute" else self._people)[ban.subject] = ban

    # Refused: what the host does not allow

    def check_writable(self) -> None:
        if self.read_only:
            raise Refused("read_only", reason=self.read_only)

    def check(self, person: str | None, address: str) -> None:
        """Check that this person may be here, and from there."""
        self.check_person(person)
        self.check_address(address)

    def check_person(self, person: str | None) -> None:
        self._check("banned", self._people.get(person or ""))

    def check_address(self, address: str) -> None:
        if self._ranges:
            self._check("banned", self._range_of(address))

    def check_chat(self, person: str) -> None:
        self._check("muted", self._mutes.get(person))

    def _check(self, code: str, ban: Ban | None) -> None:
        if ban is not None and (ban.until is None or ban.until > self.now()):
            raise Refused(code, reason=ban.reason, until=ban.until)

    def _range_of(self, address: str) -> Ban | None:
        try:
            found = network_of(address).network_address
        except ValueError:
            return None
        for (version, width), bans in self._ranges.items():
            if version == found.version and (ban := bans.get(_bits(found, width))):
                return ban
        return None

    # Time

    def down_time(self, store_down: Callable[[int, int], int], since: int, until: int) -> int:
        """Return the time in which nobody could move: the server was down, or it is read-only now.

        Earlier times of read-only mode are outages in the store.
        """
        if not self.read_only or until <= self.since:
            return store_down(since, until)
        return store_down(since, max(since, self.since)) + until - max(since, self.since)


def _bits(address: ipaddress.IPv4Address | ipaddress.IPv6Address, width: int) -> int:
    return int(address) >> (address.max_prefixlen - width)
