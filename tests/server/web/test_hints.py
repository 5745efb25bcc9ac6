"""A hint that cannot be given says why."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.server.faults.sockets import Device
from tests.server.store.making import Make
from tests.server.web.guests import open_house

from ludotheque.server.bots import Asker, HintRequest, JobFailed, WorkersBusy


@pytest.mark.parametrize(
    ("error", "code"), [(JobFailed("it died", ""), "failed"), (WorkersBusy("128 wait"), "bots_are_busy")]
)
def test_a_hint_that_fails_is_told_from_one_for_which_there_is_no_worker(
    make: Make, error: Exception, code: str
) -> None:
    async def ask() -> list[Any]:
        async with open_house(make()) as house:
            ada, bob = house.guest(), house.guest()
            ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
            key = await house.table_of_two(ada, ada_is, bob_is)

            async def hints(request: HintRequest, asker: Asker) -> Any:
                raise error

            house.house.bots.hints = hints  # type: ignore[method-assign,assignment]
            device = Device(house.house, ada_is["id"], key, house.app)
            device.say(type="join")
            device.say(type="hint", id="1")
            async with asyncio.timeout(10):
                while not any('"1"' in frame and '"refused"' in frame for frame in device.frames):
                    await asyncio.sleep(0.01)
            refusals = [json.loads(frame) for frame in device.frames if '"refused"' in frame]
            await device.leave()
            return refusals

    (refusal,) = asyncio.run(ask())
    assert (refusal["id"], refusal["code"]) == ("1", code)
