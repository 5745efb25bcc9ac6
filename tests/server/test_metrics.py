"""Metrics for Prometheus."""

from __future__ import annotations

import asyncio
import time

from tests.server.web.guests import story

from ludotheque.server.metrics import LAG_EVERY, MAX_CODES, Metrics


def test_moves_are_counted_and_timed() -> None:
    metrics = Metrics()
    for seconds in (0.001, 0.02, 2.0):
        metrics.moved(seconds)
    text = metrics.text().decode()
    assert "ludotheque_move_seconds_count 3.0" in text
    assert 'ludotheque_move_seconds_bucket{le="0.025"} 2.0' in text


def test_refusals_are_counted_by_a_bounded_number_of_codes() -> None:
    metrics = Metrics()
    metrics.refused("stale")
    metrics.refused("stale")
    for number in range(10 * MAX_CODES):
        metrics.refused(f"code{number}")
    text = metrics.text().decode()
    assert 'ludotheque_refusals_total{code="stale"} 2.0' in text
    assert text.count("ludotheque_refusals_total{") == MAX_CODES + 1
    assert 'code="other"' in text


def test_two_servers_share_no_metrics() -> None:
    one, two = Metrics(), Metrics()
    one.watch("tables_in_memory", "Tables", lambda: 1)
    two.watch("tables_in_memory", "Tables", lambda: 2)
    assert b"tables_in_memory 1.0" in one.text()
    assert b"tables_in_memory 2.0" in two.text()


@story
async def test_a_request_that_holds_the_loop_shows_as_lag() -> None:
    metrics = Metrics()
    watching = asyncio.create_task(metrics.watch_loop())
    await asyncio.sleep(0)
    time.sleep(LAG_EVERY + 0.3)
    await asyncio.sleep(2 * LAG_EVERY)
    watching.cancel()
    text = metrics.text().decode()
    late = {
        line.rpartition(" ")[0].partition('"')[2][:-2]: float(line.rpartition(" ")[2])
        for line in text.splitlines()
        if line.startswith("ludotheque_loop_lag_seconds_bucket")
    }
    assert late["+Inf"] > late["0.25"]
