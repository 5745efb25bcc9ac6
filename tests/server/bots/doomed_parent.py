"""A house that is killed while its bots think: prints its workers' ids, then waits for its end."""

from __future__ import annotations

import asyncio

import ludotheque
from ludotheque.server.bots import WorkerPool, request_for


async def main() -> None:
    pool = WorkerPool(2)
    await pool.start()
    match = ludotheque.game("keks").start(2, seed=1)
    await asyncio.gather(*(pool.move(request_for(match, 0, level)) for level in (1, 5)))
    thinking = asyncio.create_task(pool.move(request_for(match, 0, 5)))
    await asyncio.sleep(0.3)
    print(*pool.processes, flush=True)
    await thinking
    await asyncio.sleep(60)


if __name__ == "__main__":  # the workers import this file, too
    asyncio.run(main())
