"""Rulebooks and guided matches over REST."""

from __future__ import annotations

import pytest
from tests.server.web.guests import open_house, refused, story

from ludotheque.teaching.languages import LANGUAGES
from ludotheque.teaching.lesson import lesson
from ludotheque.teaching.puzzles import puzzles


@pytest.mark.parametrize("language", LANGUAGES)
@story
async def test_a_rulebook_includes_its_diagrams(language: str) -> None:
    async with open_house() as house:
        book = (await house.guest().get("/api/rulebook", params={"game": "nox", "language": language})).json()
        named = {block["name"] for block in book["blocks"] if block["kind"] == "diagram"}
        assert named
        assert named == set(book["diagrams"])
        assert all(one["text"] and one["view"] for one in book["diagrams"].values())


@story
async def test_a_lesson_can_be_followed_move_by_move() -> None:
    async with open_house() as house:
        guest = house.guest()
        lesson = (await guest.get("/api/lesson", params={"game": "keks", "language": "de"})).json()
        for number, step in enumerate(lesson["steps"]):
            assert step["lead"]
            assert step["move"] in step["legal"]
            tried = await guest.post("/api/lesson", json={"game": "keks", "step": number, "move": step["move"]})
            assert tried.json()["reached"]
            assert tried.json()["position"]["events"]


@story
async def test_a_wrong_move_is_refused_with_the_rule_or_misses_the_aim() -> None:
    async with open_house() as house:
        guest = house.guest()
        found = lesson("keks")
        number, wrong = next(
            (number, move)
            for number, step in enumerate(found.steps)
            for move in found.position(number).legal_moves(found.seat)
            if not _reaches(number, move)
        )
        missed = (await guest.post("/api/lesson", json={"game": "keks", "step": number, "move": wrong})).json()
        assert not missed["reached"]
        assert missed["position"]
        nothing = (await guest.post("/api/lesson", json={"game": "keks", "step": 0, "move": "d4"})).json()
        assert not nothing["reached"]
        assert nothing["refusal"]["code"] == "illegal_move"
        assert nothing["refusal"]["rule"] == 3
        nonsense = (await guest.post("/api/lesson", json={"game": "keks", "step": 0, "move": "what?"})).json()
        assert nonsense["refusal"]["code"] == "bad_move"


def _reaches(number: int, move: str) -> bool:
    found = lesson("keks")
    before = found.position(number)
    after = before.copy()
    after.play(move, found.seat)
    return found.steps[number].aim.reached(before, after)


@story
async def test_nonsense_is_refused_with_what_is_allowed() -> None:
    async with open_house() as house:
        guest = house.guest()
        for path in ("/api/rulebook", "/api/lesson"):
            refusal = refused(await guest.get(path, params={"game": "chess", "language": "de"}), 422, "unknown_game")
            assert "keks" in refusal["allowed"]
            refused(await guest.get(path, params={"game": "keks", "language": "xx"}), 422, "bad_request")
        body = {"game": "keks", "step": 99, "move": "d1"}
        refusal = refused(await guest.post("/api/lesson", json=body), 422, "no_such_step")
        assert refusal["allowed"][0] == 0
        refused(await guest.post("/api/lesson", json={**body, "game": "chess"}), 422, "unknown_game")
        refused(await guest.post("/api/lesson", json={**body, "step": -1}), 422, "no_such_step")


@story
async def test_a_wrong_puzzle_move_does_not_reveal_the_best_one() -> None:
    async with open_house() as house:
        guest = house.guest()
        today = (await guest.get("/api/puzzle/daily")).json()
        assert (await guest.get("/api/puzzle", params=today)).json()["number"] == today["number"]
        puzzle = puzzles("keks")[0]
        wrong = next(move for move in puzzle.position("keks").legal_moves() if move != puzzle.best)
        body = {"game": "keks", "number": 1, "move": wrong}
        missed = (await guest.post("/api/puzzle", json=body)).json()
        assert not missed["reached"]
        assert missed["missed"]["factors"]
        assert (missed["missed"]["most"], missed["missed"]["best"]) == (puzzle.next, puzzle.chance)
        assert "solution" not in missed
        found = (await guest.post("/api/puzzle", json={**body, "move": puzzle.best})).json()
        assert found["solution"]["best"] == puzzle.best
        assert "missed" not in found
        refusal = (await guest.post("/api/puzzle", json={**body, "move": "what?"})).json()
        assert refusal["refusal"]["code"] == "bad_move"
        assert "missed" not in refusal
        refused(await guest.get("/api/puzzle", params={"game": "nox", "number": 1}), 422, "no_such_puzzle")
