"""Print the tables of layouts in docs/research/observations.md: `.venv/bin/python scripts/layout_tables.py`."""

from __future__ import annotations

from ludotheque.games import names, spec_of
from ludotheque.games.spec import Options
from ludotheque.research.actions import action_count
from ludotheque.research.declarations import action_space
from ludotheque.research.observations import layout

#: The number of seats that a table shows, if the game can have so many.
SEATS = 3


def table(game: str, options: Options) -> str:
    """The layout and the actions of one mode in Markdown."""
    chosen = spec_of(game)
    seats = min(SEATS, chosen.accepted_seats(options)[-1])
    shown = layout(game, seats, options)
    rows = [
        f"| {section.start} | `{part.name}` | {' × '.join(map(str, part.shape))} | {part.low} to {part.high} "
        f"| {part.meaning} |"
        for part, section in zip(shown.parts, shown.slices.values(), strict=True)
    ]
    special = [str(value) for name, value in options.items() if value != chosen.complete(None)[name]]
    heading = ", ".join([chosen.title, *special, f"{seats} seats"])
    count, meaning = action_count(game, options), action_space(chosen.mode(options)).meaning
    head = f"### {heading}\n\n{shown.size} numbers; {count} actions. {meaning}\n"
    return "\n".join([head, "| from | part | shape | values | meaning |", "|---|---|---|---|---|", *rows, ""])


def tables() -> list[str]:
    """One for each mode of each game."""
    return [table(name, options) for name in names() for options in spec_of(name).options_by_mode()]


if __name__ == "__main__":
    print("\n".join(tables()))
