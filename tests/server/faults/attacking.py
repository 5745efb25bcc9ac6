"""Attack a house in several ways at once, for ever: `python -m tests.server.faults.attacking PORT ANSWERS NAME...`.

A line is printed when every attack has had that many answers.
"""

import asyncio
import sys

from benchmarks.attacks import ATTACKS, Attacker


async def attack(attacker: Attacker, name: str) -> None:
    async with attacker.opened:
        await ATTACKS[name](attacker)


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
