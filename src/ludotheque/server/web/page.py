"""The built page if the package contains it, else a short welcome."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "page"
#: Files with a hash in their names never change.
FOREVER = "public, max-age=31536000, immutable"
#: Ending of a file's compressed version, by its content encoding; the smallest first.
ENCODINGS = {"br": ".br", "gzip": ".gz"}
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
        self._compressed = {
            file.relative_to(folder).as_posix() for ending in ENCODINGS.values() for file in folder.rglob(f"*{ending}")
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" or scope["path"].startswith("/api"):
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        response = await self._find(scope)
        await response(scope, receive, send)

    async def _find(self, scope: Scope) -> Response:
        if self._files is None:
            return HTMLResponse(WELCOME, headers={"cache-control": "no-cache"})
        path = scope["path"].lstrip("/") or "index.html"
        try:
            response = await self._file(path, scope)
        except HTTPException:
            if "." in path.rpartition("/")[2]:
                raise  # a missing file, not a route of the page
            response = await self._file("index.html", scope)
        response.headers["cache-control"] = FOREVER if path.startswith("assets/") else "no-cache"
        return response

    async def _file(self, path: str, scope: Scope) -> Response:
        assert self._files is not None
        encoding = self._encoding(path, Headers(scope=scope).get("accept-encoding", ""))
        response = await self._files.get_response(path + ENCODINGS.get(encoding, ""), scope)
        if encoding:
            response.headers["content-encoding"] = encoding
            response.headers["content-type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
        response.headers["vary"] = "accept-encoding"
        return response

    def _encoding(self, path: str, accepted: str) -> str:
        """Return the encoding to send a file in, or "" for none."""
        accepts = {entry.strip().lower() for entry in accepted.split(",")}
        names = {name for name, _, weight in (entry.partition(";") for entry in accepts) if weight.strip() != "q=0"}
        return next(
            (name for name, ending in ENCODINGS.items() if name in names and path + ending in self._compressed), ""
        )
