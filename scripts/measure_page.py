"""Measure the page in a real browser: time to the first page, time from a click to a frame, frames while dragging.

The script starts its own server and prints a table. Nothing else should run at the same time. From the repository's
root, with the page built:

    .venv/bin/python -m scripts.measure_page
"""

from __future__ import annotations

import gzip
import itertools
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, Response, sync_playwright
from tests.web.conftest import launch_args, serving
from tests.web.games_play import begin

#: Runs of each measurement.
RUNS = 5
DRAG_SECONDS = 2.0
#: CPU throttling for the first page.
SLOWDOWN = 4
#: Records when the first button of a box can be used, and the largest contentful paint.
WATCH_START = """
new PerformanceObserver(list => { window.largest = list.getEntries().at(-1).startTime })
  .observe({type: "largest-contentful-paint", buffered: true});
new MutationObserver((_, watch) => {
  if (!document.querySelector(".box button")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now() }));
}).observe(document, {childList: true, subtree: true});
"""
#: Records the time from a press to the first frame in which the table has changed. A canvas cannot be observed: it is
#: drawn in the frame after the click and shown when the next one begins.
WATCH_CLICK = """drawn => {
  window.answered = null;
  const frame = then => requestAnimationFrame(then);
  addEventListener("pointerdown", press => {
    const note = () => { window.answered = performance.now() - press.timeStamp };
    if (drawn) return addEventListener("click", () => frame(() => frame(note)), {once: true});
    // Right after the frame: a timer would fire after the server's answer.
    const after = new MessageChannel();
    after.port1.onmessage = note;
    new MutationObserver((_, watch) => { watch.disconnect(); frame(() => after.port2.postMessage(null)) })
      .observe(document.querySelector(".play"), {childList: true, subtree: true, attributes: true});
  }, {capture: true, once: true});
}"""
WATCH_FRAMES = """() => {
  window.frames_ = [];
  const note = time => { frames_.push(time); window.watching = requestAnimationFrame(note) };
  window.watching = requestAnimationFrame(note);
}"""
#: What to press in each game on our turn.
PRESSED = {
    "domino3d": "button[aria-label='Turn flat']",
    "keks": ".plate button.raised",
    "nasca": "[data-square=f6]",
    "nasenspiel": ".tray [data-domino]",
    "nox": ".hand button",
}
#: What to drag, and over what. None: rotate the view itself.
DRAGGED = {
    "domino3d": (None, "canvas"),
    "nasca": (".pick [data-length='4']", "[data-square=f5]"),
    "nasenspiel": (".tray [data-domino]", ".nasenspiel svg"),
}


@contextmanager
def visitor(browser: Browser, server: str) -> Iterator[Page]:
    """Open a page as a first-time visitor, with empty browser storage."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}, base_url=server)
    try:
        yield context.new_page()
    finally:
        context.close()


def first_page(browser: Browser, server: str) -> dict[str, float]:
    """Return the milliseconds until the first page can be used, with CPU throttling, and its bytes of JavaScript."""
    loaded: dict[str, int] = {}

    def on_response(response: Response) -> None:
        if response.url.endswith(".js"):
            loaded[response.url] = len(gzip.compress(response.body()))

    with visitor(browser, server) as page:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.add_init_script(WATCH_START)
        page.goto("/")
        page.wait_for_function("() => window.usable && window.largest")
        page.wait_for_load_state("networkidle")
        usable, largest = page.evaluate("[usable, largest]")
    with visitor(browser, server) as page:
        page.on("response", on_response)
        page.goto("/")
        page.wait_for_load_state("networkidle")
    return {"usable": usable, "largest paint": largest, "bytes": sum(loaded.values())}


def setup(game: str) -> dict[str, Any]:
    bots = 2 if game == "nox" else 1
    options = {"sand": 0} if game == "domino3d" else {}
    return {"game": game, "options": options, "seats": [{"who": "me"}] + [{"who": "bot", "level": 1}] * bots}


def answer(browser: Browser, server: str, game: str) -> float:
    """Return the milliseconds from a press to the first frame that shows its effect."""
    with visitor(browser, server) as page:
        begin(page, server, setup(game))
        page.locator("p.line.yours").wait_for()
        page.locator(PRESSED[game]).first.hover()
        page.wait_for_timeout(500)  # let hover effects finish
        page.evaluate(WATCH_CLICK, game == "domino3d")
        page.mouse.down()
        page.mouse.up()
        page.wait_for_function("() => window.answered !== null")
        return float(page.evaluate("answered"))


def frames(browser: Browser, server: str, game: str) -> float:
    """Return the frames per second while something is dragged."""
    dragged, over = DRAGGED[game]
    with visitor(browser, server) as page:
        begin(page, server, setup(game))
        page.locator("p.line.yours").wait_for()
        box = page.locator(over).first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if dragged:
            page.locator(dragged).first.hover()
        else:
            page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y, steps=3)
        page.evaluate(WATCH_FRAMES)
        end = time.monotonic() + DRAG_SECONDS
        for step in itertools.count():
            page.mouse.move(x + 3 * (step % 40 - 20), y + 2 * (step % 30 - 15))
            if time.monotonic() > end:
                break
        times: list[float] = page.evaluate("cancelAnimationFrame(watching), frames_")
        page.mouse.up()
        return 1000 * (len(times) - 1) / (times[-1] - times[0])


def median_of_runs(measure: Callable[[Browser, str, str], float], browser: Browser, server: str, game: str) -> float:
    return median(measure(browser, server, game) for _ in range(RUNS))


def main() -> None:
    """Measure the games named on the command line, or all games."""
    games = sys.argv[1:] or list(PRESSED)
    folder = tempfile.TemporaryDirectory()
    with folder, serving(Path(folder.name) / "server.db") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_args())
        starts = [first_page(browser, server) for _ in range(RUNS)]
        print("| what | figure |\n|---|---|")
        print(f"| JavaScript of the first page, gzipped | {starts[0]['bytes'] / 1000:.1f} kB |")
        for name in ("usable", "largest paint"):
            print(f"| first page, {name}, CPU throttled {SLOWDOWN}× | {median(one[name] for one in starts):.0f} ms |")
        for game in games:
            shown = median_of_runs(answer, browser, server, game)
            print(f"| {game}: press to changed frame | {shown:.0f} ms |", flush=True)
        for game in (each for each in DRAGGED if each in games):
            rate = median_of_runs(frames, browser, server, game)
            print(f"| {game}: frames per second while dragging | {rate:.0f} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
