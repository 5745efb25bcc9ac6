"""Dashboard, alert rules and the table of metrics in `docs/hosting-reference.md` fit the metrics that exist."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.server.web.guests import open_house, story

from ludotheque.server.backups import Backups

DEPLOY = Path(__file__).parents[2] / "deploy"
#: What Prometheus adds for each job.
OF_PROMETHEUS = {"up"}
FUNCTIONS = {"histogram_quantile", "increase", "rate", "sum", "max", "min", "by"}
#: A name in a row of the table.
NAME = re.compile(r"`(\w+)`")
#: A metric in an expression.
METRIC = re.compile(r"\b(?:ludotheque|process)_\w+\b|\bup\b")


def of_dashboard() -> Iterator[str]:
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text("utf-8"))
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]


def rules() -> dict[str, str]:
    """Return the expressions of the alerts by their names."""
    groups: dict[str, Any] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    return {rule["alert"]: rule["expr"] for group in groups["groups"] for rule in group["rules"]}


def of_alerts() -> Iterator[str]:
    yield from rules().values()


def documented() -> dict[str, list[str]]:
    """Return the alert that the table names for each metric, if it names one."""
    text = (DEPLOY.parent / "docs" / "hosting-reference.md").read_text("utf-8")
    lines = re.findall(r"^\| (`(?:ludotheque_|process_|up`).*?) \| .* \| (.*)\|$", text, re.MULTILINE)
    return {metric: NAME.findall(alerts) for metrics, alerts in lines for metric in NAME.findall(metrics)}


async def existing() -> set[str]:
    """Return the names of all samples and metrics of a server with backups."""
    async with open_house() as house:
        backups = Backups(Path("house.db"), Path("backups"), every=3600, kept=1)
        backups.watch(house.app.state.metrics)
        house.app.state.metrics.refused("stale")
        house.app.state.metrics.requested(200, 0.1)
        house.app.state.metrics.waited("quick", 0.1)
        text = (await house.guest().get("/metrics")).text
    return set(re.findall(r"^(\w+)", text, re.MULTILINE)) | set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))


@pytest.mark.parametrize("expressions", [of_dashboard, of_alerts])
@story
async def test_named_metrics_exist(expressions: Any) -> None:
    named = {metric for expression in expressions() for metric in METRIC.findall(expression)}
    assert len(named) >= 9
    assert named - OF_PROMETHEUS <= await existing()


@story
async def test_every_metric_is_documented() -> None:
    def base(names: Iterable[str]) -> set[str]:
        """Return the metrics to which these samples of ours belong."""
        ours = {name for name in names if name.startswith("ludotheque_")}
        return {re.sub(r"_(bucket|count|sum|created|total)$", "", name) for name in ours}

    assert base(await existing()) == base(documented())


def unmatched(table: dict[str, list[str]], alerts: dict[str, str]) -> set[str]:
    """Return metrics for which the table promises an alert that does not exist, and alerts that it does not name."""
    told = {(metric, alert) for metric, names in table.items() for alert in names}
    lost = {metric for metric, alert in told if metric not in re.sub(r"_bucket\b", "", alerts.get(alert, ""))}
    return lost | (alerts.keys() - {alert for _, alert in told})


def test_what_should_call_a_host_has_a_rule() -> None:
    table, alerts = documented(), rules()
    assert table["ludotheque_backups_failed"] == ["LudothequeBackupFailed"]
    assert unmatched(table, alerts) == set()
    for alert in alerts:  # the check sees a rule that is missing, and one that is new
        assert unmatched(table, {name: alerts[name] for name in alerts if name != alert})
    assert unmatched(table, {**alerts, "LudothequeNew": "up == 0"}) == {"LudothequeNew"}


def wrong(expression: str) -> str:
    """Return what is wrong with an expression of PromQL, as far as one sees without Prometheus; "" if nothing is."""
    bare = re.sub(r'"[^"]*"', "", expression)
    if '"' in bare:
        return "a text without end"
    while bare != (inner := re.sub(r"\([^()[\]{}]*\)|\[[^()[\]{}]*\]|{[^()[\]{}]*}", "", bare)):
        bare = inner
    if set(bare) & set("()[]{}"):
        return "brackets"
    ranges = re.findall(r"\[([^]]*)\]", expression)
    if not all(re.fullmatch(r"\d+[smhd]", each) for each in ranges):
        return "a range"
    unknown = set(re.findall(r"\b([a-z_]+)\s*\(", expression)) - FUNCTIONS
    return f"functions {unknown}" if unknown else ""


@pytest.mark.parametrize("expression", [*of_dashboard(), *of_alerts()])
def test_expressions_parse(expression: str) -> None:
    assert wrong(expression) == ""


@pytest.mark.parametrize("expression", ["sum(up", "up]", 'up{job="a}', "rate(up[5])", "rate(up[5m)]", "rates(up[5m])"])
def test_mistakes_in_expressions_are_seen(expression: str) -> None:
    assert wrong(expression)


def test_alerts_are_told_in_sentences() -> None:
    groups: dict[str, Any] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    for group in groups["groups"]:
        assert all(rule["annotations"]["summary"].endswith(".") for rule in group["rules"])
