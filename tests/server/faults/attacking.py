"""Attack a house in several ways at once, for ever: `python -m tests.server.faults.attacking PORT ANSWERS NAME...`.

A line is printed when every attack has had that many answers.
"""

import asyncio
import contextlib
import sys

from benchmarks.attacks import ATTACKS, Attacker

#: How often an attacker may be dropped before its attack counts as broken.
MAX_DROPPED = 50


async def attack_once(attacker: Attacker, name: str) -> None:
    async with attacker.opened:
        await ATTACKS[name](attacker)


async def attack(attacker: Attacker, name: str) -> None:
    """Attack, and begin again if the busy house drops the attacker."""
    for _ in range(MAX_DROPPED):
        with contextlib.suppress(Exception):
            await attack_once(attacker, name)
        await asyncio.sleep(0.1)
    await attack_once(attacker, name)


async def attack_at_once(port: int, answers: int, names: list[str]) -> None:
    attackers = {name: Attacker(port) for name in names}
    async with asyncio.TaskGroup() as group:
        for name, attacker in attackers.items():
            group.create_task(attack(attacker, name))
        while any(attacker.answers.total() < answers for attacker in attackers.values()):
            await asyncio.sleep(0.05)
        print("under way", flush=True)


if __name__ == "__main__":
    asyncio.run(attack_at_once(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
