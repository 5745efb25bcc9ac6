"""Metrics of live play: moves with their times, refusals by code."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.types import Message
from tests.server.web.guests import ADDRESS, open_house, story


@story
async def test_moves_and_refusals_of_live_play_are_counted() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is)
        table: Any = await house.house.live_table(key).read(lambda table: table)
        seat = table.to_act()[0]
        move = {
            "type": "move",
            "id": "1",
            "match_version": table.match_version,
            "move": table.match.legal_moves(seat)[0],
        }
        mover = (ada, bob)[seat]
        incoming: asyncio.Queue[Message] = asyncio.Queue()
        said: list[Message] = []
        await incoming.put({"type": "websocket.connect"})
        for message in ({"type": "join"}, move, {**move, "id": "2", "move": "nonsense"}):
            await incoming.put({"type": "websocket.receive", "text": json.dumps(message)})

        async def send(message: Message) -> None:
            said.append(message)

        scope = {
            "type": "websocket",
            "path": f"/live/{key}",
            "query_string": b"",
            "scheme": "ws",
            "headers": [
                (b"host", b"house.test"),
                (b"origin", ADDRESS.encode()),
                (b"cookie", f"ludotheque={mover.cookies['ludotheque']}".encode()),
            ],
            "client": ("192.0.2.1", 5000),
            "subprotocols": [],
        }
        running = asyncio.create_task(house.app(scope, incoming.get, send))
        while not any('"refused"' in message.get("text", "") for message in said):
            await asyncio.sleep(0.005)
        text = (await ada.get("/metrics")).text
        await incoming.put({"type": "websocket.disconnect", "code": 1000})
        await running
        assert "ludotheque_sockets 1.0" in text
        assert "ludotheque_move_seconds_count 2.0" in text
        assert 'ludotheque_refusals_total{code="' in text
        assert "ludotheque_sockets 0.0" in (await ada.get("/metrics")).text
        assert key not in text
