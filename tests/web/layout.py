"""The sizes of screens that everything is tried at, the pace of computers, and the browser's measure of what jumps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

#: Phones, a phone held sideways, a tablet, desks.
SIZES = [(360, 740), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
#: Also what moves right after a press, which the browser itself would forgive.
OBSERVE = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    const place = ({x, y, width, height}) => [x, y, width, height].map(Math.round).join(" ");
    const name = (node) => node?.className || node?.textContent || node?.nodeName;
    for (const {node, previousRect, currentRect} of list.getEntries().flatMap((entry) => entry.sources))
      shifts.push(`${node?.parentElement?.className} > ${name(node)}: ${place(previousRect)} to ${place(currentRect)}`);
  }).observe({type: "layout-shift"});
}"""


def at_pace(page: Page, pace: str) -> None:
    """Let computers move at this pace, from the next page on, until the page's settings say otherwise."""
    page.add_init_script(f"""if (location.origin !== 'null' && !sessionStorage.paced) {{
        localStorage.pace = '{pace}';
        sessionStorage.paced = 'yes';
    }}""")


@contextmanager
def measure_shifts(page: Page) -> Iterator[None]:
    """Check that nothing jumps meanwhile."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)  # what is shown for the first time does not count
    page.evaluate(OBSERVE)
    yield
    page.wait_for_timeout(500)
    shifts = page.evaluate("shifts")
    assert not shifts, "\n".join(shifts)
