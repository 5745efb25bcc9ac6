"""A real browser with a real server: the built page, served by `ludotheque serve`."""

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
#: Screenshots of every page go here if `LUDOTHEQUE_SHOTS` is set; git ignores the folder.
SHOTS = ROOT / "build" / "screenshots"
#: The first one found is used. The shell is the same engine without windows, and much faster to open a page.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
#: Milliseconds; long, because the machine may be busy.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)
#: Reduced motion, so that what is clicked does not move.
USUAL: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


def launch_args() -> dict[str, Any]:
    """Return the arguments for Chromium without a GPU: pages painted in software are fastest; WebGL in software."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "no Chromium found: `make browser` installs it"
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
    """Run a server; yield its address."""
    program = [sys.executable, "-m", "tests.web.fixed_deals", "serve"]
    command = [*program, "--port", str(port), "--data", str(data), "--no-limits"]
    own = {"LUDOTHEQUE_BOT_PACE": "0", "LUDOTHEQUE_REVIEW_SECONDS": "2"}
    environment = {**os.environ, **own}
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server did not start: {line}"
        address = found[0].rstrip("/")
        _await_ready(address)
        yield address
    finally:
        process.terminate()
        process.wait(300)
        process.stdout.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server that tests share; yields its address."""
    assert PAGE.joinpath("index.html").is_file(), "the page is not built: run `make page`"
    with serving(tmp_path_factory.mktemp("house") / "house.db") as address:
        yield address


def _await_ready(address: str) -> None:
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):  # too busy to answer
            if httpx.get(f"{address}/readyz").status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError("the server did not get ready")


@pytest.fixture(scope="session")
def base_url(house: str) -> str:
    return house


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **USUAL}


#: What others do is shown at once, unless a test is about its pace.
AT_ONCE = "if (location.origin !== 'null') localStorage.pace ??= 'instant';"
#: Draws WebGL with few pixels, because each costs time in software. The page does not notice: its canvas is as large on
#: the screen as ever and says that it has all its pixels. A test that looks at pixels adds `SHARP`.
COARSE = """{
  const share = 0.2, open = HTMLCanvasElement.prototype.getContext;
  const shrink = (canvas, edge) => {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, edge);
    let wanted = get.call(canvas);
    const apply = (size) => { wanted = size; set.call(canvas, Math.ceil(size * share)) };
    Object.defineProperty(canvas, edge, { get: () => wanted, set: apply });
    apply(wanted);
  };
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    const known = Object.hasOwn(this, "width"), context = open.call(this, kind, ...more);
    if (window.sharp || known || kind !== "webgl2" || !context) return context;
    shrink(this, "width"), shrink(this, "height");
    let screen = true;  // or a texture: shadows
    const bind = context.bindFramebuffer;
    context.bindFramebuffer = (target, buffer) => { screen = !buffer; bind.call(context, target, buffer) };
    for (const name of ["viewport", "scissor"]) {
      const own = context[name];
      context[name] = (...box) => own.apply(context, screen ? box.map((one) => Math.ceil(one * share)) : box);
    }
    return context;
  };
}"""
SHARP = "window.sharp = true"


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AT_ONCE + COARSE)
    return context


def another_context(browser: Browser, **settings: Any) -> BrowserContext:
    """Return a browser context for another person."""
    context = browser.new_context(**{**USUAL, **settings})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AT_ONCE + COARSE)
    return context


@pytest.fixture(autouse=True)
def no_console_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check that no page of a test logs errors to its console."""
    if "context" not in request.fixturenames:
        yield
        return
    context: BrowserContext = request.getfixturevalue("context")
    errors: list[str] = []
    watch(context, errors)
    yield
    assert not errors, errors


def watch(context: BrowserContext, errors: list[str]) -> None:
    """Collect the console errors of the pages of a context."""

    def on_message(message: ConsoleMessage) -> None:
        # Some tests lose the connection on purpose.
        if message.type in ("error", "warning") and not re.search(r"WebSocket|ERR_INTERNET|GPU|WebGL", message.text):
            errors.append(f"{message.type}: {message.text}")

    context.on("console", on_message)
    context.on("weberror", lambda error: errors.append(str(error.error)))


def make_table(page: Page, setup: dict[str, Any], name: str = "Ada") -> str:
    """Create a person with this name and a table of theirs; return its key."""
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
    """Resize the window and wait for a frame: until then some styles are those of the old size."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def screenshot(page: Page, name: str) -> None:
    """Take a picture for people to look at, on request: all of them take as long as many tests."""
    if "LUDOTHEQUE_SHOTS" not in os.environ:
        return
    SHOTS.mkdir(parents=True, exist_ok=True)
    # A rulebook is ten screens long, which takes seconds to draw in software.
    page.screenshot(path=SHOTS / f"{name}.png", full_page="/rules/" not in page.url)
