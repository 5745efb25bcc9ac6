"""Each mutant of `mutants.py` makes a test fail: those that no other file runs are run here, against their test."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.client.process import Server
from tests.server.faults import (
    mutants,
    test_addresses,
    test_connections,
    test_network,
    test_rebinding,
    test_upload_flood,
)

#: A test that fails leaves its sockets open.
pytestmark = [pytest.mark.attack, pytest.mark.filterwarnings("ignore::ResourceWarning")]

MODULE = "tests.server.faults.mutants"
FAILED = (AssertionError, TimeoutError, pytest.fail.Exception)
Test = Callable[[Server], None]
#: By mutant: the options of the server, and the test that must fail.
CASES: dict[str, tuple[list[str], Test]] = {
    "trusts_every_origin": (test_network.OPTIONS, test_network.test_pages_of_other_sites_are_refused),
    "allows_any_number": (
        test_network.OPTIONS,
        test_network.test_too_long_or_too_many_messages_and_nonsense_end_only_that_connection,
    ),
    "answers_under_every_name": (["--bots", "1"], test_rebinding.test_a_page_with_a_foreign_name_gets_nothing),
    "waits_for_ever": (
        [*test_connections.OPTIONS, "--request-seconds", "0.1"],
        partial(test_connections.test_requests_that_are_never_finished_are_dropped, begun="GET / HT", more=""),
    ),
    "refuses_with_an_error": (
        [*test_connections.OPTIONS, "--request-seconds", "1"],
        test_connections.test_refused_handshakes_say_why_and_are_no_errors,
    ),
    "believes_every_header": (
        test_addresses.OPTIONS,
        test_addresses.test_without_a_proxy_no_header_changes_the_address,
    ),
    "counts_every_ipv6_address": (
        [*test_addresses.OPTIONS, "--trusted-proxy", test_addresses.HERE],
        test_addresses.test_ipv6_addresses_of_one_network_count_as_one,
    ),
    "counts_no_connections": (
        [*test_addresses.OPTIONS, "--request-seconds", "1"],
        test_addresses.test_an_address_has_only_so_many_connections,
    ),
    "takes_records_of_any_length": (
        test_upload_flood.OPTIONS,
        test_upload_flood.check_that_a_long_record_is_refused,
    ),
}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What never happens is not waited for as long as elsewhere, and what is left open is closed here."""
    monkeypatch.setattr(test_connections, "SECONDS", 0.1)
    monkeypatch.setattr(test_network, "CLOSED_WITHIN", 3.0)
    yield
    gc.collect()


@pytest.mark.parametrize("mutant", CASES)
def test_a_mutant_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: str) -> None:
    options, test = CASES[mutant]
    monkeypatch.setenv("MUTANT", mutant)
    with Server(tmp_path, options=options, module=MODULE) as server, pytest.raises(FAILED):
        test(server)


def test_a_server_that_reserves_no_descriptors_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT", "accepts_every_connection")
    monkeypatch.setattr(test_connections, "MODULE", MODULE)
    test: Any = test_connections.test_when_descriptors_run_out_new_connections_are_refused_and_others_go_on
    with pytest.raises(FAILED):
        test(tmp_path)


def test_every_mutant_is_run() -> None:
    quoted = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    unknown = {name for name in mutants.MUTANTS if not re.search(rf'"{name}"', quoted)}
    assert not unknown, "no test runs these mutants"
