"""The tables of the page on observations: `python -m ludotheque.research.layout_tables` prints them."""

from __future__ import annotations

from ludotheque.games.spec import Options
from ludotheque.research import observations

#: Of each game and mode: its heading, the seats that stand in the table, and its options.
SHOWN: tuple[tuple[str, str, int, Options], ...] = (
    ("Keks", "keks", 2, {}),
    ("Nasca", "nasca", 2, {}),
    ("Das Prestel Nasenspiel, 3 seats", "nasenspiel", 3, {}),
    ("NOX, 4 seats", "nox", 4, {}),
    ("Domino 3D, classic, 3 seats (solo: 1)", "domino3d", 3, {}),
    ("Domino 3D, race, 3 seats", "domino3d", 3, {"mode": "race"}),
)


def table(heading: str, game: str, seats: int, options: Options) -> str:
    lies = observations.layout(game, seats, options)
    rows = [
        f"| {at.start} | `{part.name}` | {' × '.join(map(str, part.shape))} | {part.low} to {part.high} "
        f"| {part.meaning} |"
        for part, at in zip(lies.parts, lies.slices.values(), strict=True)
    ]
    count = observations.action_count(game, options)
    head = f"### {heading}\n\n{lies.size} numbers; {count} actions. {observations.actions_meaning(game, options)}\n"
    return "\n".join([head, "| from | part | shape | values | meaning |", "|---|---|---|---|---|", *rows, ""])


if __name__ == "__main__":
    print("\n".join(table(*shown) for shown in SHOWN))
