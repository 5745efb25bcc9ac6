"""The load generator: reads a task as JSON, puts load on a server, writes what it measured as JSON.

The load is open loop: moves are sent at fixed times, whether or not earlier ones were answered, and the time of an
answer counts from when its move was due. So a server that stops for a second is charged for all moves of that second.
"""

import asyncio
import gc
import ipaddress
import resource
import sys
import time
from collections import Counter, defaultdict, deque
from typing import Any, NamedTuple

import httpx
import msgspec
from benchmarks.server_socket import Socket, open_socket

from ludotheque.server.serving import new_loop

#: The games of twenty tables: mostly Keks, and some of every other game for two.
GAMES = ["keks"] * 14 + ["nasca", "nasca", "nasenspiel", "nasenspiel", "nox", "domino3d"]
#: Seconds to wait before the next attempt to connect, as docs/protocol.md says.
WAITS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
OPENING_AT_ONCE = 64
#: The addresses of people, if they have some: a network that is reserved for benchmarks.
NETWORK = ipaddress.ip_network("198.18.0.0/15")


class Task(msgspec.Struct):
    """What to do. `ports` are those of one or several servers; the seats of a table are spread over them."""

    ports: list[int]
    tables: int
    spectators: int = 0
    rate: float = 0.0
    seconds: float = 10.0
    warm_up: float = 2.0
    people: int = 200
    #: Tables with bots; the people there move at once, so that the bots are always thinking.
    bots: int = 0
    #: Wait until all have been disconnected and have caught up again.
    reconnects: bool = False
    #: A bot of this level instead of the second person at each table; measured is when it has moved.
    level: int = 0
    #: Each person has an address, the first one this; a trusted proxy tells it. None: all come from this machine.
    address: int | None = None


class Visitor(NamedTuple):
    """Whose requests they are. A spectator has no cookie."""

    cookie: str = ""
    address: str = ""

    def headers(self) -> dict[str, str]:
        cookie = {"Cookie": f"ludotheque={self.cookie}"} if self.cookie else {}
        return cookie | ({"X-Forwarded-For": self.address} if self.address else {})


class Now(msgspec.Struct):
    status: str
    match_version: int
    legal: dict[int, list[str]] | None = None


class Entry(msgspec.Struct):
    number: int
    fields: msgspec.Raw = msgspec.Raw(b"{}")


class Frame(msgspec.Struct):
    type: str
    id: str = ""
    code: str = ""
    number: int | None = None
    entry: int | None = None
    n: int = 0
    entries: list[Entry] = []
    now: Now | None = None


_frame_decoder = msgspec.json.Decoder(Frame)
_encode = msgspec.json.Encoder().encode


class Sent(NamedTuple):
    """A move that has not been answered yet, and when it was due."""

    due: float
    table: str


class Load:
    """All clients, and what is measured."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.people: list[Visitor] = []
        self.ready: deque[Player] = deque()
        self.sent: dict[str, Sent] = {}
        self.acknowledged: dict[str, dict[int, str]] = defaultdict(dict)
        self.times: list[float] = []
        self.late: list[float] = []
        self.errors: Counter[str] = Counter()
        self.counting = False
        self.done = 0
        self.starved = 0
        self.gaps = 0
        self.heard = 0
        self.lost: list[float] = []
        self.back: list[float] = []

    def answered(self, frame: Frame) -> None:
        sent = self.sent.pop(frame.id, None)
        if frame.type == "refused":
            self.errors[frame.code] += 1
        elif sent is not None:
            if frame.entry is not None:
                self.acknowledged[sent.table][frame.entry] = frame.id
            if not self.task.level:
                self.measure(sent.due)
        self.done += 1

    def measure(self, due: float) -> None:
        if self.counting:
            self.times.append(time.perf_counter() - due)

    async def keep_rate(self) -> None:
        """Send moves at fixed times."""
        task, begin = self.task, time.perf_counter() + 0.05
        count, total = 0, int(task.rate * (task.seconds + task.warm_up))
        while count < total:
            due = begin + count / task.rate
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(max(wait, 0.001))  # a shorter sleep returns at once
                continue
            self.counting = due - begin >= task.warm_up
            self._send_one(due, f"m{count}")
            count += 1
            if count % 20 == 0:
                await asyncio.sleep(0)  # receive, too, when sending is behind
        until = time.perf_counter() + 10
        while self.sent and time.perf_counter() < until:
            await asyncio.sleep(0.05)

    def _send_one(self, due: float, name: str) -> None:
        if not self.ready:
            self.starved += 1
            return
        self.late.append(time.perf_counter() - due)
        self.ready.popleft().play(name, due)


class Player:
    """One socket of a visitor at one table."""

    def __init__(self, load: Load, port: int, table: str, visitor: Visitor, *, immediate: bool = False) -> None:
        self.load = load
        self.port = port
        self.table = table
        self.visitor = visitor
        self.immediate = immediate  # answers a bot's move at once
        self.since = -1
        self.joined = asyncio.Event()
        self.socket: Socket | None = None
        self.next: tuple[int, int, str] | None = None
        self.entries: dict[int, msgspec.Raw] = {}  # what the first snapshot said
        self.due = 0.0  # of the last move
        self.over = False
        self.lost_at = 0.0
        self.again = 0

    async def connect(self) -> bool:
        headers = self.visitor.headers()
        self.socket = await open_socket(self.port, f"/live/{self.table}", headers, self.hear, self.gone)
        if self.socket is None:
            return False
        self.joined.clear()
        self.socket.send(_encode({"type": "join", "since": self.since, "legal": bool(self.visitor.cookie)}))
        try:
            await asyncio.wait_for(self.joined.wait(), 30)
        except TimeoutError:
            return False
        return self.socket is not None

    def gone(self) -> None:
        if self.socket is None:
            return
        self.socket, self.lost_at = None, time.perf_counter()
        self.load.lost.append(self.lost_at)
        if self.load.task.reconnects:
            asyncio.get_running_loop().create_task(self.reconnect())

    async def reconnect(self) -> None:
        for wait in WAITS:
            await asyncio.sleep(wait)
            if await self.connect():
                self.load.back.append(time.perf_counter() - self.lost_at)
                return

    def ask(self, **message: Any) -> None:
        assert self.socket is not None
        self.again += 1
        self.socket.send(_encode({"id": f"a{self.again}", **message}))

    def hear(self, text: bytes) -> None:
        self.load.heard += 1
        if not self.visitor.cookie and self.joined.is_set() and not text.startswith(b'{"type":"ping"'):
            return  # messages to spectators are only counted
        frame = _frame_decoder.decode(text)
        if frame.type == "ping":
            if self.socket is not None:  # a ping may arrive before anything else
                self.socket.send(_encode({"type": "pong", "n": frame.n}))
        elif frame.type in ("done", "refused"):
            self.load.answered(frame)
        elif frame.now is not None:
            self.learn(frame, frame.now)

    def learn(self, frame: Frame, now: Now) -> None:
        if frame.entries:
            if frame.type == "news" and frame.entries[0].number > self.since + 1:
                self.load.gaps += 1
            self.since = max(self.since, frame.entries[-1].number)
        if not self.joined.is_set():
            self.entries = {entry.number: entry.fields for entry in frame.entries}
        self.joined.set()
        self.over = now.status == "over"
        waited = self.next is not None
        self.next = None
        for seat, moves in (now.legal or {}).items():
            if moves:
                self.next = (now.match_version, seat, moves[len(moves) // 2])
        if self.load.task.level and self.next and any(b'"by":"bot"' in bytes(entry.fields) for entry in frame.entries):
            self.load.measure(self.due)
        if self.next and self.immediate:
            self.play(f"immediate {self.table} {now.match_version}")
        elif self.next and not waited:
            self.load.ready.append(self)

    def play(self, name: str, due: float | None = None) -> None:
        if self.next is None or self.socket is None:
            return
        version, seat, move = self.next
        self.next = None
        if due is not None:
            self.due = due
            self.load.sent[name] = Sent(due, self.table)
        self.socket.send(_encode({"type": "move", "id": name, "match_version": version, "move": move, "seat": seat}))


async def make_all(load: Load) -> list[Player]:
    """Create people and tables, connect everybody, and start the matches."""
    task = load.task
    base = f"http://127.0.0.1:{task.ports[0]}"
    gate = asyncio.Semaphore(OPENING_AT_ONCE)
    limits = httpx.Limits(max_connections=16)
    async with httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=60, limits=limits) as http:
        load.people = [await _person(http, task, number) for number in range(task.people)]
        made = [_table(http, load, gate, number) for number in range(task.tables + task.bots)]
        seated = [player for players in await asyncio.gather(*made) for player in players]
    tables = [player.table for player in seated]
    spectators = [
        Player(load, task.ports[n % len(task.ports)], tables[n * 7 % len(tables)], Visitor())
        for n in range(task.spectators)
    ]

    async def connect(player: Player) -> None:
        async with gate:
            if not await player.connect():
                load.errors["spectator could not connect"] += 1

    await asyncio.gather(*map(connect, spectators))
    return seated + spectators


async def _person(http: httpx.AsyncClient, task: Task, number: int) -> Visitor:
    address = "" if task.address is None else str(NETWORK[task.address + number])
    answer = await http.post(
        "/api/people", json={"name": f"person {number}"}, headers=Visitor(address=address).headers()
    )
    answer.raise_for_status()
    http.cookies.clear()  # the next request is another person's
    return Visitor(answer.cookies["ludotheque"], address)


async def _table(http: httpx.AsyncClient, load: Load, gate: asyncio.Semaphore, number: int) -> list[Player]:
    task, people = load.task, load.people
    bots = number >= task.tables
    alone = bots or task.level > 0
    mine, theirs = people[2 * number % len(people)], people[(2 * number + 1) % len(people)]
    others: list[dict[str, Any]] = [{"who": "bot", "level": 5}] * 3 if bots else [{"who": "open"}]
    if task.level:
        mine, others = people[number % len(people)], [{"who": "bot", "level": task.level}]
    game = "nasenspiel" if bots else GAMES[number % len(GAMES)]
    new = {"game": game, "seats": [{"who": "me"}, *others], "listed": False, "hold": 3600}
    if game == "domino3d":
        new["options"] = {"sand": 0}
    async with gate:
        answer = await http.post("/api/tables", json=new, headers=mine.headers())
        answer.raise_for_status()
        key, ports = answer.json()["key"], task.ports
        first = Player(load, ports[number % len(ports)], key, mine, immediate=bots)
        players = [first] if alone else [first, Player(load, ports[(number + 1) % len(ports)], key, theirs)]
        for player in players:
            if not await player.connect():
                raise SystemExit("the server refused the connection")
        done = load.done
        if not alone:
            players[1].ask(type="sit", client_seed="a client seed")
            await _until(lambda: players[0].since >= 3, load, "sit")
        first.ask(type="start", client_seed="a client seed")
        await _until(lambda: any(player.next for player in players) or bots, load, "start")
        assert load.done >= done
    return players


async def _until(condition: Any, load: Load, what: str) -> None:
    until = time.perf_counter() + 30
    while not condition():
        if time.perf_counter() > until:
            raise SystemExit(f"no answer to {what}: {dict(load.errors)}")
        await asyncio.sleep(0.002)


async def count_lost_moves(load: Load, everybody: list[Player]) -> int:
    """Read the journals again; return how many acknowledged moves are not in them."""
    at = {player.table: player for player in everybody if player.table in load.acknowledged}
    lost = 0
    for table, moves in load.acknowledged.items():
        again = Player(load, at[table].port, table, Visitor(address=at[table].visitor.address))
        if not await again.connect():
            lost += len(moves)
            continue
        for number, name in moves.items():
            fields = msgspec.json.decode(again.entries.get(number, b"{}"))
            lost += fields.get("move_id") != name
        assert again.socket
        again.socket.close()
    return lost


async def run(task: Task) -> dict[str, Any]:
    load = Load(task)
    began = time.perf_counter()
    everybody = await make_all(load)
    made = time.perf_counter() - began
    gc.collect()
    gc.disable()  # our own garbage collections would be charged to the server
    print("ready", file=sys.stderr, flush=True)
    load.errors.clear()
    if task.rate:
        await load.keep_rate()
    lost_moves = await count_lost_moves(load, everybody)
    if task.reconnects:
        sockets = len(everybody)
        while len(load.back) < sockets and time.perf_counter() - began < made + 90:
            await asyncio.sleep(0.02)
    return {
        "sockets": len(everybody),
        "made_in": made,
        "times": load.times,
        "late": load.late,
        "starved": load.starved,
        "unanswered": len(load.sent),
        "refused": dict(load.errors),
        "gaps": load.gaps,
        "lost_moves": lost_moves,
        "heard": load.heard,
        "lost": len(load.lost),
        "back": load.back,
        "over": sum(player.over for player in everybody),
    }


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        sys.stdout.buffer.write(_encode(runner.run(run(task))))


if __name__ == "__main__":
    main()
