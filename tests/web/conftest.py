"""A real browser before a real house: the built page, served by `ludotheque serve`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src/ludotheque/server/web/page"
#: Pictures of every page go there; it is not committed.
SHOTS = ROOT / "build" / "screenshots"
#: Milliseconds. Whatever is waited for comes much sooner; a busy machine is no fault of the page.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)
#: Whoever looks: somebody who wants nothing to move, so that what is clicked lies still.
USUAL: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


def launch_args() -> dict[str, Any]:
    """Debian's Chromium: without a graphics card it paints its pages quickest by itself; WebGL in software."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "no Chromium here: `make browser` installs it"
    return {
        "executable_path": found,
        "args": [
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--disable-gpu",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
        ],
    }


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return launch_args()


@contextmanager
def serving(data: Path, port: int = 0) -> Iterator[str]:
    """A house that is open as long as it is needed: its address."""
    program = [sys.executable, "-m", "tests.web.same_house", "serve"]
    command = [*program, "--port", str(port), "--data", str(data), "--no-limits"]
    own = {"LUDOTHEQUE_BOT_PACE": "0", "LUDOTHEQUE_REVIEW_SECONDS": "2"}
    environment = {**os.environ, **own}
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the house did not open: {line}"
        address = found[0].rstrip("/")
        _await_ready(address)
        yield address
    finally:
        process.terminate()
        process.wait(300)
        process.stdout.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The house of all tests that need none of their own."""
    assert PAGE.joinpath("index.html").is_file(), "no built page: `make page` builds it"
    with serving(tmp_path_factory.mktemp("house") / "house.db") as address:
        yield address


def _await_ready(address: str) -> None:
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):  # too busy to answer
            if httpx.get(f"{address}/readyz").status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError("the house did not get ready")


@pytest.fixture(scope="session")
def base_url(house: str) -> str:
    return house


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **USUAL}


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(PATIENCE)
    return context


def another_context(browser: Browser, **settings: Any) -> BrowserContext:
    """For somebody else."""
    context = browser.new_context(**{**USUAL, **settings})
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(autouse=True)
def no_console_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every page of a test keeps its console clean."""
    if "context" not in request.fixturenames:
        yield
        return
    context: BrowserContext = request.getfixturevalue("context")
    errors: list[str] = []
    watch(context, errors)
    yield
    assert not errors, errors


def watch(context: BrowserContext, errors: list[str]) -> None:
    """Collect what the pages of a context complain about."""

    def heard(message: ConsoleMessage) -> None:
        # A lost connection is what some tests are about.
        if message.type in ("error", "warning") and not re.search(r"WebSocket|ERR_INTERNET|GPU|WebGL", message.text):
            errors.append(f"{message.type}: {message.text}")

    context.on("console", heard)
    context.on("weberror", lambda error: errors.append(str(error.error)))


def make_table(page: Page, setup: dict[str, Any], name: str = "Ada") -> str:
    """A table made by this page's person (who gets a name first); its key."""
    page.goto("/")
    return str(
        page.evaluate(
            """async ([setup, name]) => {
              const ask = async (path, body) => (await fetch(path, {method: "POST", body: JSON.stringify(body),
                headers: {"Content-Type": "application/json"}})).json();
              if (!localStorage.getItem("known")) await ask("/api/people", {name, language: "en"});
              localStorage.setItem("known", "yes");
              return (await ask("/api/tables", setup)).key;
            }""",
            [setup, name],
        )
    )


def resize(page: Page, width: int, height: int = 740) -> None:
    """Another window, once the page has been drawn in it: until then some of its rules are those of the old one."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def screenshot(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    # A rulebook is as long as ten screens, which takes seconds to draw in software.
    page.screenshot(path=SHOTS / f"{name}.png", full_page="/rules/" not in page.url)
