"""Settings that the host can change while the servers run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from ludotheque.errors import LudothequeError
from ludotheque.server.allowances import changed_allowances
from ludotheque.server.bots.lanes import changed_quotas
from ludotheque.server.settings import BadSettings, Settings
from ludotheque.server.tables.refusals import Refused

log = logging.getLogger("ludotheque.admin")

NAMES = (
    "bot_pace",
    "review_seconds",
    "chat",
    "listed_days",
    "unlisted_days",
    "keep_casual",
    "keep_chat",
    "keep_idle",
    "contact",
    "quotas",
    "rates",
)


class RunTimeSettings:
    """`given`: what the server was started with. `now`: with what the host has changed since."""

    def __init__(self, given: Settings) -> None:
        self.given = self.now = given
        self._appliers: list[Callable[[Settings], None]] = []

    def whenever_changed(self, apply: Callable[[Settings], None]) -> None:
        """Call `apply` with the settings whenever they have changed."""
        self._appliers.append(apply)

    def adopt(self, changed: Mapping[str, str]) -> None:
        """Take over what the host has changed; what is invalid in this version is left as it was given."""
        new = self.given
        for name in NAMES:
            if name in changed:
                try:
                    new = with_setting(new, name, changed[name])
                except Refused as refused:
                    log.warning("a stored setting is not valid: %s", refused.params["why"])
        if new != self.now:
            self.now = new
            for apply in self._appliers:
                apply(new)

    def shown(self) -> dict[str, str]:
        """Return the present values, as they are written."""
        return {name: written(self.now, name) for name in NAMES}


def with_setting(settings: Settings, name: str, text: str) -> Settings:
    """Return the settings with one changed. Refused: no such setting, or no such value."""
    if name not in NAMES:
        raise Refused("unknown_setting", name=name[:40], allowed=list(NAMES))
    kind = type(getattr(settings, name))
    try:
        value = kind(text.strip())
    except ValueError:
        raise Refused(
            "bad_setting", name=name, why=f"{text[:40]!r} is no number", allowed=written(settings, name)
        ) from None
    try:
        new = replace(settings, **{name: value})
        changed_quotas(new.quotas)
        changed_allowances(new.rates)
    except (BadSettings, LudothequeError) as error:
        raise Refused("bad_setting", name=name, why=str(error)[:300], allowed=written(settings, name)) from None
    return new


def written(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    return f"{value:g}" if isinstance(value, float) else str(value)
