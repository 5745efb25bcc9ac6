"""The Grafana dashboard and the alert rules name metrics that exist."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.server.web.guests import open_house, story

DEPLOY = Path(__file__).parents[2] / "deploy"
#: What Prometheus adds for each job.
OF_PROMETHEUS = {"up"}
#: A metric in an expression.
METRIC = re.compile(r"\b(?:ludotheque|process)_\w+\b|\bup\b")


def of_dashboard() -> Iterator[str]:
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text("utf-8"))
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]


def of_alerts() -> Iterator[str]:
    groups: dict[str, Any] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    for group in groups["groups"]:
        for rule in group["rules"]:
            assert rule["annotations"]["summary"].endswith(".")
            yield rule["expr"]


@pytest.mark.parametrize("expressions", [of_dashboard, of_alerts])
@story
async def test_named_metrics_exist(expressions: Any) -> None:
    async with open_house() as house:
        house.app.state.metrics.refused("stale")
        house.app.state.metrics.requested(200, 0.1)
        house.app.state.metrics.waited("quick", 0.1)
        text = (await house.guest().get("/metrics")).text
    exist = set(re.findall(r"^(\w+)", text, re.MULTILINE)) | set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    named = {metric for expression in expressions() for metric in METRIC.findall(expression)}
    assert len(named) >= 9
    assert named - OF_PROMETHEUS <= exist
