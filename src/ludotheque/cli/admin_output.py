"""The answers of a server to `ludotheque admin`, for people: one line each, which `grep` and `cut` can use."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime

from ludotheque.games.spec import Json

REFUSALS = {
    "no_such_table": "there is no such table",
    "table_is_over": "its match is over already; `admin delete` removes it",
    "no_such_person": "there is no such person; `admin people` lists their ids",
    "no_such_report": "there is no such report, or it is resolved already",
    "no_such_ban": "there is no such ban; `admin state` lists them",
    "bad_range": "{range} is not a range of addresses; write 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48",
    "range_too_wide": "{range} is too wide; at the widest {allowed}",
    "unknown_setting": "{name} is no setting that can be changed now; those that can: {allowed}",
    "bad_setting": "{name}: {why}",
    "nothing_announced": "nothing is announced",
    "not_read_only": "the house is not read-only",
    "nothing_said": "the text is empty",
    "bad_request": "the server does not understand this: {why}",
    "cannot_write": "the server cannot write to its store now; try again",
    "failed": "the server has failed; its log says why",
}


def why(refusal: Json) -> str:
    """Return the sentence for a refusal."""
    text = REFUSALS.get(refusal["code"], "refused: {code} {params}")
    allowed = refusal.get("allowed")
    joined = ", ".join(map(str, allowed)) if isinstance(allowed, list) else str(allowed)
    params = refusal.get("params") or {}
    return text.format(**{"code": refusal["code"], "params": params, "allowed": joined} | params)


def show(lines: Iterator[str], answer: Json) -> None:
    shown = [_printable(line) for line in lines]
    if shown:
        print("\n".join(shown))
    else:
        print("none", file=sys.stderr)
    if answer.get("before"):
        print(f"more: --before {answer['before']}")


def _printable(line: str) -> str:
    """People write names and reasons: nothing of them may steer the terminal."""
    return "".join(letter if unicodedata.category(letter)[0] != "C" else "\N{REPLACEMENT CHARACTER}" for letter in line)


def _when(milliseconds: int | None) -> str:
    return "-" if milliseconds is None else f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M}"


def _bytes(count: float | None) -> str:
    return "-" if count is None else f"{count / 2**20:.0f} MB"


def _named(one: Json) -> str:
    return one.get("name") or (f"computer {one['bot']}" if one.get("bot") else "free")


def tables(answer: Json) -> Iterator[str]:
    for row in answer["tables"]:
        seats = ", ".join(f"{_named(seat)} ({seat['person'] or '-'})" for seat in row["seats"])
        listed = "listed" if row["listed"] else "unlisted"
        yield f"{row['key']}  {row['status']:7}  {listed:8}  {_when(row['changed'])}  {row['game']:10}  {seats}"


def table(answer: Json) -> Iterator[str]:
    about, now = answer["table"], answer["now"]
    yield f"{about['key']}  {about['game']}  {now['status']}  made {_when(about['made'])}"
    for number, seat in enumerate(now["seats"], 1):
        person = f"({seat['person']}) {'here' if seat.get('here') else 'away'}" if seat.get("person") else ""
        yield f"seat {number}: {_named(seat)} {person}".rstrip()
    for entry in answer["entries"]:
        if entry["kind"] == "said":
            yield _line(entry)


def _line(entry: Json) -> str:
    fields = entry["fields"]
    return f"{_when(entry['at'])}  #{entry['number']}  {fields['name']} ({fields['person']}): {fields['text']}"


def people(answer: Json) -> Iterator[str]:
    for row in answer["people"]:
        bans = " ".join("banned" if kind == "person" else "muted" for kind in row["bans"])
        about = f"{row['id']}  since {_when(row['made'])}  seen {_when(row['seen'])}  playing {row['playing']}"
        yield f"{about}  {row['name']}  {' '.join(row['addresses'])}  {bans}".rstrip()


def load(answer: Json) -> Iterator[str]:
    for name, value in answer.items():
        if isinstance(value, dict):
            yield f"{name}: {', '.join(f'{key} {number:g}' for key, number in value.items())}"
        else:
            yield f"{name}: {_bytes(value) if name.endswith('_bytes') else value}"


def state(answer: Json) -> Iterator[str]:
    yield f"announcement: {answer['announcement'] or '-'}"
    yield f"read-only: {answer['read_only'] or '-'}"
    yield f"open reports: {answer['open_reports']}"
    for each in answer["settings"]:
        changed = f"  (started with {each['given'] or '-'})" if each["changed"] else ""
        yield f"{each['name']}: {each['value'] or '-'}{changed}"
    for ban in answer["bans"]:
        until = f" until {_when(ban['until'])}" if ban["until"] else ""
        yield f"{ban['kind']} {ban['subject']}  {ban['name']}  since {_when(ban['made'])}{until}: {ban['reason']}"


def reports(answer: Json) -> Iterator[str]:
    for row in answer["reports"]:
        name = {person: f"{named} ({person})" for person, named in row["names"].items()}
        person, reporter = name.get(row["person"], row["person"]), name.get(row["reporter"], row["reporter"])
        yield f"{row['id']}  {_when(row['at'])}  table {row['table']}  {reporter} about {person}: {row['reason']}"
        for entry in row["chat"]:
            yield f"  {'>' if entry['number'] == row['entry'] else ' '} {_line(entry)}"
        if row["resolved"]:
            yield f"    resolved {_when(row['resolved'])}: {row['note'] or '-'}"


def log(answer: Json) -> Iterator[str]:
    for entry in answer["entries"]:
        details = "  ".join(f"{name}={value}" for name, value in entry["details"].items())
        yield f"{_when(entry['at'])}  {entry['by']}  {entry['action']}  {entry['subject'] or '-'}  {details}".rstrip()
