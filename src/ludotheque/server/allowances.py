"""How much one person and one address may ask for; `docs/hosting-reference.md` has the table, and `--rates` changes it.

Every request that makes rows, work or memory counts for its person and for its address: new names are free, so a limit
of people alone would be none. An address gets about eight times what a person gets, because a family, a school class or
a company may share one.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from ludotheque.errors import BadSetup

Kind = Literal[
    "requests",
    "connections",
    "sockets",
    "open_sockets",
    "messages",
    "table_requests",
    "words",
    "people",
    "names",
    "links",
    "tables",
    "listed",
    "replays",
    "films",
    "reviews",
    "exports",
    "reports",
    "sign_ins",
]


class Share(NamedTuple):
    """`most` at once, and `per_minute` in the long run; 0 for what is counted as long as it lasts."""

    most: int
    per_minute: float = 0.0


class Allowance(NamedTuple):
    """`person`: None where nobody is known yet."""

    person: Share | None
    address: Share


Allowances = dict[Kind, Allowance]
ALLOWANCES: Allowances = {
    "requests": Allowance(None, Share(300, 1800)),
    "connections": Allowance(None, Share(600)),
    "sockets": Allowance(Share(60, 120), Share(300, 600)),
    "open_sockets": Allowance(Share(40), Share(300)),
    "messages": Allowance(Share(120, 2400), Share(960, 19200)),
    "table_requests": Allowance(Share(60, 60), Share(480, 480)),
    "words": Allowance(Share(20, 30), Share(160, 240)),
    "people": Allowance(None, Share(60, 3)),
    "names": Allowance(Share(20, 6), Share(160, 48)),
    "links": Allowance(Share(10, 6), Share(80, 48)),
    "tables": Allowance(Share(30, 6), Share(240, 30)),
    "listed": Allowance(Share(10), Share(40)),
    "replays": Allowance(Share(50, 300), Share(400, 2400)),
    "films": Allowance(Share(10, 6), Share(80, 48)),
    "reviews": Allowance(Share(10, 1), Share(80, 8)),
    "exports": Allowance(Share(3, 0.2), Share(24, 1.6)),
    "reports": Allowance(Share(5, 1), Share(40, 8)),
    "sign_ins": Allowance(None, Share(10, 6)),
}
#: Rare, and each makes rows that stay: counted in the store, so that all servers of a house share what is left, and a
#: restart gives nothing back. All else each server counts in memory, so that N servers allow up to N times as much,
#: also of what fills journals: no move waits for the store twice, and a table bounds its own (`handlers.py`).
SHARED: frozenset[Kind] = frozenset({"people", "links", "tables", "reviews", "reports"})

SHARE = re.compile(r"([1-9][0-9]{0,8})(?:\+([0-9]{1,8}(?:\.[0-9]{1,4})?))?")


def changed_allowances(text: str) -> Allowances:
    """Return the allowances, some changed: AT_ONCE+PER_MINUTE per person and address, by kind. Raises BadSetup.

    >>> changed_allowances("tables=10+2/80+16, listed=5/20")["tables"]
    Allowance(person=Share(most=10, per_minute=2.0), address=Share(most=80, per_minute=16.0))
    """
    allowances = dict(ALLOWANCES)
    for part in filter(None, text.replace(" ", "").split(",")):
        name, _, shares = part.partition("=")
        kind = next((kind for kind in ALLOWANCES if kind == name), None)
        if kind is None:
            raise BadSetup(f"{name[:40]!r} is not limited; what is: {', '.join(ALLOWANCES)}")
        allowances[kind] = _parsed(kind, shares)
    return allowances


def _parsed(kind: Kind, text: str) -> Allowance:
    usual = ALLOWANCES[kind]
    found = [SHARE.fullmatch(each) for each in text.split("/")]
    shares = [Share(int(each[1]), float(each[2] or 0)) for each in found if each]
    rated = all(bool(share.per_minute) == bool(usual.address.per_minute) for share in shares)
    if len(shares) != len(found) or not rated or len(shares) != (1 if usual.person is None else 2):
        raise BadSetup(f"{text[:40]!r} does not limit {kind}; write it like {kind}={_written(usual)}")
    return Allowance(None, shares[0]) if usual.person is None else Allowance(*shares)


def _written(allowance: Allowance) -> str:
    shares = [share for share in allowance if share]
    return "/".join(f"{share.most}+{share.per_minute:g}" if share.per_minute else str(share.most) for share in shares)
