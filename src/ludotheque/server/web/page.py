"""The built page if the package contains it, else a short welcome."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "page"
#: Files with a hash in their names never change.
FOREVER = "public, max-age=31536000, immutable"
WELCOME = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Ludothèque</title>
<h1>Ludothèque</h1>
<p>The server is running. Its page is not part of this installation, but everything else is:
<a href="/api/openapi.json">/api</a> and live play.</p>
</html>
"""


class Page:
    """An ASGI app for all paths without a route. The page has its own routes, so they all get `index.html`."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = StaticFiles(directory=folder) if (folder / "index.html").is_file() else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4404})
            return
        if scope["path"].startswith("/api"):
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        response = await self._find(scope)
        await response(scope, receive, send)

    async def _find(self, scope: Scope) -> Response:
        if self._files is None:
            return HTMLResponse(WELCOME, headers={"cache-control": "no-cache"})
        path = scope["path"].lstrip("/")
        try:
            response = await self._files.get_response(path or "index.html", scope)
        except HTTPException:
            if "." in path.rpartition("/")[2]:
                raise  # a missing file, not a route of the page
            response = await self._files.get_response("index.html", scope)
        response.headers["cache-control"] = FOREVER if path.startswith("assets/") else "no-cache"
        return response
