"""The built page: its files, and one page for all its routes."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.server.web.guests import open_house, refused, story

from ludotheque.server.web.page import Page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>built</title>")
    (page / "assets" / "app-1234.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    return page


@story
async def test_files_and_routes(folder: Path) -> None:
    async with open_house() as house:
        house.app.router.default = Page(folder)
        guest = house.guest()
        for path in ("/", "/index.html", "/table/abc", "/link", "/games/keks/rules"):
            found = await guest.get(path)
            assert "built" in found.text
            assert found.headers["cache-control"] == "no-cache"
            assert found.headers["content-type"].startswith("text/html")
        script = await guest.get("/assets/app-1234.js")
        assert script.text == "1"
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert script.headers["x-content-type-options"] == "nosniff"
        refused(await guest.get("/assets/app-9999.js"), 404, "no_such_page")
        refused(await guest.post("/table/abc", json={}), 405, "no_such_method")
        assert (await guest.head("/")).text == ""
        for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/%00", "//etc/passwd"):
            assert "secret" not in (await guest.get(path)).text


@story
async def test_browsers_get_the_smallest_version_that_they_accept(folder: Path) -> None:
    script = folder / "assets" / "app-1234.js"
    script.with_suffix(".js.gz").write_bytes(gzip.compress(b"1"))
    script.with_suffix(".js.br").write_bytes(b"smallest")
    async with open_house() as house:
        house.app.router.default = Page(folder)
        guest = house.guest()
        for accepted, encoding in (
            ("gzip, deflate, br, zstd", "br"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("gzip", "gzip"),
            ("deflate", None),
            ("br; q=0", None),
            ("", None),
        ):
            request = guest.build_request("GET", "/assets/app-1234.js", headers={"accept-encoding": accepted})
            found = await guest.send(request, stream=True)
            content = b"".join([chunk async for chunk in found.aiter_raw()])
            assert found.headers.get("content-encoding") == encoding, accepted
            assert content == {"br": b"smallest", "gzip": gzip.compress(b"1"), None: b"1"}[encoding]
            assert "javascript" in found.headers["content-type"]
            assert "immutable" in found.headers["cache-control"]
            assert "accept-encoding" in found.headers["vary"].lower()
        plain = await guest.get("/table/abc", headers={"accept-encoding": "br"})
        assert "built" in plain.text, "index.html has no compressed version here"
