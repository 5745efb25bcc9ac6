"""Live tables: entries are stored before they are announced, once and without gaps, also by two processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.fakes import Disk
from tests.server.in_memory import Guest, open_house, settle, store_of, table_of

from ludotheque.server.store import schema
from ludotheque.server.store.base import CannotRead, CannotWrite
from ludotheque.server.tables import handlers, messages
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import House
from ludotheque.server.tables.journal import ClockPlan, SeatPlan, Setup
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import COUNTDOWN

Test = Callable[[], Coroutine[Any, Any, None]]


def run(test: Test) -> Callable[[], None]:
    """Turn an asynchronous test into a synchronous one of the same name."""

    def sync() -> None:
        asyncio.run(asyncio.wait_for(test(), 300))

    sync.__name__, sync.__doc__ = test.__name__, test.__doc__
    return sync


@run
async def test_everybody_gets_all_entries_in_order() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a, b, watcher = [await Guest(live, person).join() for person in ("a", "b", None)]
        done = await a.move()
        await b.move()
        for guest in (a, b, watcher):
            assert guest.numbers == list(range(guest.numbers[-1] + 1))
        assert done.entry in a.numbers


@run
async def test_nothing_is_announced_before_it_is_stored() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        frames = len(b.frames)
        store = store_of(house)
        gate = asyncio.Event()
        write = store.write

        async def slow(*changes: Any) -> None:
            await gate.wait()
            await write(*changes)

        store.write = slow  # type: ignore[method-assign]
        moving = asyncio.create_task(a.move())
        await settle()
        assert len(b.frames) == frames
        assert not moving.done()
        gate.set()
        await moving
        assert len(b.frames) == frames + 1


@run
async def test_a_move_sent_again_gets_the_first_answer() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a = await Guest(live, "a").join()
        first = await a.move(id="mine")
        again = [await a.ask(messages.Move, id="mine", match_version=0, move="anything") for _ in range(3)]
        assert again == [first] * 3
        assert await live.read(lambda table: len(table.playing.history)) == 1


@run
async def test_a_move_sent_again_late_gets_the_first_answer() -> None:
    """After the other has answered, after the move was taken back, and after the end."""
    async with open_house() as house:
        live = await table_of(house)
        a, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        sent = {"id": "mine", "match_version": await live.read(lambda table: table.match_version)}
        sent["move"] = await live.read(lambda table: table.playing.legal_moves(0)[0])
        first = await a.ask(messages.Move, **sent)
        await b.move()
        assert await a.ask(messages.Move, **sent) == first
        await a.ask(messages.AskTakeback)
        await b.ask(messages.Agree)
        assert await a.ask(messages.Move, **sent) == first
        assert await live.read(lambda table: table.playing.history) == []
        await a.ask(messages.Resign)
        assert await a.ask(messages.Move, **sent) == first


@run
async def test_each_person_has_move_ids_of_their_own() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        first, second = await a.move(id="same"), await b.move(id="same")
        assert first.entry != second.entry
        assert await live.read(lambda table: [seat for seat, _ in table.playing.history]) == [0, 1]


@run
async def test_a_move_sent_again_after_a_restart_gets_the_first_answer() -> None:
    disk = Disk()
    async with open_house(disk, "first") as first:
        live = await table_of(first)
        done = await Guest(live, "a").move(id="mine")
        async with open_house(disk, "second") as second:
            again = await Guest(second.live_table(live.key), "a").ask(
                messages.Move, id="mine", match_version=0, move="anything"
            )
            assert again == done


@run
async def test_on_a_full_disk_moves_are_refused_and_reading_works() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        store_of(house).full = True
        count = len(b.frames)
        for _ in range(3):
            with pytest.raises(CannotWrite):
                await a.move()
        assert len(b.frames) == count
        late = await Guest(live, None).join()
        assert late.frames[0]["now"]["to_act"] == [0]
        store_of(house).full = False
        await a.move()
        assert b.frames[-1]["now"]["to_act"] == [1]
        assert b.numbers == list(range(b.numbers[-1] + 1))


@run
async def test_an_unreachable_database_is_reported() -> None:
    async with open_house() as house:
        live = await table_of(house)
        store_of(house).away = True
        with pytest.raises(CannotWrite):
            await Guest(live, "a").move("b3-f3", match_version=3)
        with pytest.raises((CannotRead, CannotWrite)):
            await Guest(live, "a").move("b3-f3", match_version=3)
        store_of(house).away = False
        await Guest(live, "a").move()


@run
async def test_a_client_that_rejoins_gets_what_it_missed() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a = await Guest(live, "a").join()
        number = a.numbers[-1]
        live.leave(a.subscriber)
        await a.move()
        await Guest(live, "b").move()
        await a.join(number)
        assert a.numbers == list(range(a.numbers[-1] + 1))
        assert a.frames[-2]["type"] == "news"


@run
async def test_two_processes_share_a_table() -> None:
    disk = Disk()
    async with (
        open_house(disk, "one", single_process=False) as one,
        open_house(disk, "two", single_process=False) as two,
    ):
        live = await table_of(one)
        a = await Guest(live, "a").join()
        b = await Guest(two.live_table(live.key), "b").join()
        for _ in range(4):
            await a.move()
            await settle()
            await b.move()
            await settle()
        assert a.numbers == b.numbers == list(range(a.numbers[-1] + 1))
        assert a.frames[-1]["now"]["view"] == b.frames[-1]["now"]["view"]


@run
async def test_only_one_of_two_processes_writes_a_position() -> None:
    """The same person moves in both at once, before either has heard of the other."""
    disk = Disk()
    async with (
        open_house(disk, "one", single_process=False) as one,
        open_house(disk, "two", single_process=False) as two,
    ):
        live = await table_of(one)
        other = two.live_table(live.key)
        version = await live.read(lambda table: table.match_version)
        moves = await other.read(lambda table: table.playing.legal_moves(0))
        for store in disk.stores:
            store.listen(lambda key: None)  # drop notifications
        found = await asyncio.gather(
            Guest(live, "a").ask(messages.Move, id="x", match_version=version, move=moves[0]),
            Guest(other, "a").ask(messages.Move, id="y", match_version=version, move=moves[1]),
            return_exceptions=True,
        )
        assert sorted(isinstance(one, Refused) for one in found) == [False, True]
        await live.catch_up()
        await other.catch_up()
        histories = [await each.read(lambda table: table.playing.history) for each in (live, other)]
        assert histories[0] == histories[1]
        assert len(histories[0]) == 1


@run
async def test_the_same_move_sent_to_two_processes_is_played_once() -> None:
    disk = Disk()
    async with (
        open_house(disk, "one", single_process=False) as one,
        open_house(disk, "two", single_process=False) as two,
    ):
        live = await table_of(one)
        other = two.live_table(live.key)
        version = await live.read(lambda table: table.match_version)
        move = await other.read(lambda table: table.playing.legal_moves(0)[0])
        for store in disk.stores:
            store.listen(lambda key: None)
        asked = [
            Guest(each, "a").ask(messages.Move, id="same", match_version=version, move=move) for each in (live, other)
        ]
        found = await asyncio.gather(*asked)
        assert found[0] == found[1]


@run
async def test_bots_play_to_the_end_and_the_result_counts() -> None:
    async with open_house() as house:
        live = await table_of(house, "keks", "a3")
        a = await Guest(live, "a").join()
        while await live.read(lambda table: table.running):
            if await live.read(lambda table: 0 in table.to_act()):
                await a.move()
            await settle(10)
        results = await house.store.read(select(schema.results))
        ratings = await house.store.read(select(schema.ratings.c.player, schema.ratings.c.matches))
        assert len(results) == 2
        assert sorted(map(tuple, ratings)) == [("a", 1), ("bot:3", 1)]
        assert a.frames[-1]["now"]["result"]["reason"] == "rules"


@run
async def test_a_clock_that_ran_out_while_nobody_was_connected() -> None:
    async with open_house() as house:
        live = await table_of(house, clock=ClockPlan("turn", 30), time_up="resign")
        store_of(house).time += 30_000
        await live.automation.check_clocks()
        assert await live.read(lambda table: table.status) == "over"


@run
async def test_clocks_run_out_after_a_restart() -> None:
    """Nobody has to connect for that."""
    disk = Disk()
    async with open_house(disk, "first") as first:
        live = await table_of(first, clock=ClockPlan("turn", 5), time_up="resign")
        started = store_of(first).time
        async with open_house(disk, "second") as second, asyncio.timeout(120):
            store_of(second).time = started + 5_100
            while live.key not in second.live_tables:
                await asyncio.sleep(0.01)
            while await second.live_table(live.key).read(lambda table: table.running):
                await asyncio.sleep(0.02)


@run
async def test_joining_and_leaving_are_recorded() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a = await Guest(live, "a").join()
        assert await live.read(lambda table: table.seats[0].gone_since) is None
        second = await Guest(live, "a").join()
        live.leave(a.subscriber)
        await live.update_presence(a.subscriber, here=False)
        assert await live.read(lambda table: table.seats[0].gone_since) is None  # another tab is open
        live.leave(second.subscriber)
        await live.update_presence(second.subscriber, here=False)
        assert await live.read(lambda table: table.seats[0].gone_since) == house.store.now()


@run
async def test_a_spectator_who_sits_down_is_present() -> None:
    async with open_house() as house:
        live = house.live_table(
            await house.create_table(Requester("a", "A"), Setup("keks", {}, [SeatPlan("me"), SeatPlan("open")]))
        )
        b = await Guest(live, "b").join()
        done = await b.ask(messages.Sit)
        assert [entry["kind"] for entry in b.frames[-1]["entries"]] == ["sat", "came"]
        assert b.frames[-1]["entries"][0]["number"] == done.entry
        assert b.frames[-1]["now"]["seats"][1]["here"]
        live.leave(b.subscriber)
        await live.update_presence(b.subscriber, here=False)
        assert await live.read(lambda table: table.seats[1].gone_since) == house.store.now()


@run
async def test_a_player_whose_process_ended_is_absent_and_can_be_replaced() -> None:
    disk = Disk()
    async with open_house(disk, "there", single_process=False) as second:
        async with open_house(disk, single_process=False) as first:
            live = await table_of(first, hold=10)
            await Guest(live, "a").join()
        b = await Guest(second.live_table(live.key), "b").join()
        with pytest.raises(Refused, match="they_are_here"):
            await b.ask(messages.HandOver, seat=0)
        await _look_for_the_lost(second)
        assert b.frames[-1]["now"]["seats"][0]["gone_since"] == second.store.now()
        store_of(second).time += 10_000
        await b.ask(messages.HandOver, seat=0)


@run
async def test_leaving_is_recorded_later_if_it_could_not_be_written() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        store_of(house).full = True
        live.leave(a.subscriber)
        await live.update_presence(a.subscriber, here=False)
        store_of(house).full = False
        await b.ask(messages.Say, text="where are you?")
        await _look_for_the_lost(house)
        assert [seat.get("here", False) for seat in b.frames[-1]["now"]["seats"]] == [False, True]


@run
async def test_people_connected_to_another_process_are_present() -> None:
    disk = Disk()
    async with open_house(disk, single_process=False) as here, open_house(disk, "there", single_process=False) as there:
        live = await table_of(here)
        await Guest(live, "a").join()
        b = await Guest(there.live_table(live.key), "b").join()
        await _look_for_the_lost(there)
        await _look_for_the_lost(here)
        assert [seat.get("here", False) for seat in b.frames[-1]["now"]["seats"]] == [True, True]


async def _look_for_the_lost(house: House) -> None:
    """Check twice, because a person who may reconnect soon is given time."""
    for _ in range(2):
        await house.find_lost_seats()
        await settle()


@run
async def test_playing_again_rotates_the_seats_and_creates_one_table() -> None:
    async with open_house() as house:
        live = await table_of(house, "nasca", "ab")
        a, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        await a.ask(messages.Resign)
        keys = [await house.play_again(Requester(each, each), live) for each in ("b", "a")]
        assert keys[0] == keys[1] == b.frames[-1]["now"]["rematch"]
        again = house.live_table(keys[0])
        await Guest(again, "a").ask(messages.Sit, client_seed="seed of a")
        with pytest.raises(Refused, match="seeds_are_missing"):
            await Guest(again, "a").ask(messages.Start)  # b sits there without having seen the commitment
        await Guest(again, "b").ask(messages.GiveSeed, client_seed="seed of b")
        await Guest(again, "a").ask(messages.Start)
        assert await again.read(lambda table: [seat.person for seat in table.seats]) == ["b", "a"]
        assert await again.read(lambda table: [seat.client_seed for seat in table.seats]) == ["seed of b", "seed of a"]


@run
async def test_a_table_that_does_not_exist() -> None:
    async with open_house() as house:
        with pytest.raises(Refused, match="no_such_table"):
            await Guest(house.live_table("nothing"), None).join()


@run
async def test_legal_moves_are_sent_only_to_the_seat_to_act() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a, b = [await Guest(live, person, legal=True).join() for person in "ab"]
        watcher = await Guest(live, None, legal=True).join()
        await a.move()
        assert b.frames[-1]["now"]["legal"]["1"]
        assert a.frames[-1]["now"]["legal"] == {}
        assert watcher.frames[-1]["now"]["legal"] == {}


@run
async def test_in_a_race_moves_count_in_the_order_of_sending() -> None:
    """b's connection takes 2 s: its move was sent before a's, but arrives after it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "MAX_CREDIT", 2000)
        await race()


async def race() -> None:
    async with open_house() as house:
        live = await table_of(house, "domino3d", "ab", options={"mode": "race"})
        _, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        b.subscriber.lag = 2000
        moves = await live.read(lambda table: [table.playing.legal_moves(seat)[0] for seat in (0, 1)])
        version = await live.read(lambda table: table.match_version)
        sent_first = messages.Move("b", version, moves[1])
        sent_second = messages.Move("a", version, moves[0])
        from_a = asyncio.create_task(live.perform(Requester("a", "A", 0), sent_second))
        await asyncio.sleep(0.1)  # b's move took longer than that
        await live.perform(Requester("b", "B", 2000), sent_first)
        await from_a
        assert [seat for seat, _ in await live.read(lambda table: table.playing.history)] == [1, 0]


@run
async def test_computers_wait_for_the_countdown_of_a_race() -> None:
    async with open_house() as house:
        live = await table_of(house, "domino3d", "a1", options={"mode": "race"}, round_breaks=True)
        await settle()
        assert await live.read(lambda table: table.playing.history) == []
        store_of(house).time += COUNTDOWN
        await live.automation.check_clocks()
        async with asyncio.timeout(60):
            while not await live.read(lambda table: table.playing.history):
                await asyncio.sleep(0.02)


@run
async def test_outside_a_race_nobody_waits_for_slower_connections() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "MAX_CREDIT", 60_000)
        await no_race()


async def no_race() -> None:
    async with open_house() as house:
        live = await table_of(house)
        a, b = await Guest(live, "a").join(), await Guest(live, "b").join()
        b.subscriber.lag = 60_000
        began = asyncio.get_running_loop().time()
        await a.move()
        assert asyncio.get_running_loop().time() - began < 30


@run
async def test_matches_that_end_together_all_count() -> None:
    async with open_house() as house:
        live_tables = [await table_of(house) for _ in range(5)]
        await asyncio.gather(*(Guest(live, "a").ask(messages.Resign) for live in live_tables))
        found = await house.store.read(select(schema.ratings.c.player, schema.ratings.c.matches))
        assert sorted(map(tuple, found)) == [("a", 5), ("b", 5)]


@run
async def test_matches_that_end_together_in_two_processes_all_count() -> None:
    disk = Disk()
    async with open_house(disk, single_process=False) as here, open_house(disk, "there", single_process=False) as there:
        live_tables = [await table_of(house) for house in (here, there) * 3]
        await asyncio.gather(*(Guest(live, "a").ask(messages.Resign) for live in live_tables))
        found = await here.store.read(select(schema.ratings.c.player, schema.ratings.c.matches))
        assert sorted(map(tuple, found)) == [("a", 6), ("b", 6)]


@run
async def test_simultaneous_requests_to_play_again_get_the_same_table() -> None:
    async with open_house() as house:
        live = await table_of(house)
        await Guest(live, "a").ask(messages.Resign)
        asked = [house.play_again(Requester(each, each), live) for each in "abab"]
        assert len(set(await asyncio.gather(*asked))) == 1
        assert len(await house.store.read(select(schema.tables.c.key))) == 2
