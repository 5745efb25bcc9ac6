"""`ludotheque admin`: what the host of a running server can do and see. `docs/hosting-reference.md` explains it."""

from __future__ import annotations

import getpass
import json
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from ludotheque.cli import admin_output
from ludotheque.cli.people import To, write_export
from ludotheque.cli.serve import Data, Database
from ludotheque.errors import LudothequeError

if TYPE_CHECKING:
    import msgspec

#: Options of the house, and how many values each has.
HOUSE_OPTIONS = {"--data": 1, "--database": 1, "--json": 0}


class OptionsAnywhere(TyperGroup):
    """The options that choose the house may also come after the command, where one types them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        found, others, rest = [], [], deque(args)
        while rest:
            arg = rest.popleft()
            if arg == "--":
                others += [arg, *rest]
                break
            name, equals, _ = arg.partition("=")
            if name not in HOUSE_OPTIONS:
                others.append(arg)
                continue
            found.append(arg)
            if HOUSE_OPTIONS[name] and not equals and rest:
                found.append(rest.popleft())
        return super().parse_args(ctx, found + others)


app = typer.Typer(
    cls=OptionsAnywhere,
    help="Look after a running server: tables, people, reports, bans, announcements, settings.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Table = Annotated[str, typer.Argument(metavar="TABLE", help="The last part of the table's link.")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="The person's id, as `admin people` shows it.")]
Subject = Annotated[
    str, typer.Argument(metavar="PERSON|RANGE", help="A person's id, or addresses such as 192.0.2.0/24.")
]
Reason = Annotated[str, typer.Argument(metavar="REASON", help="Shown to those whom it concerns.")]
Days = Annotated[float | None, typer.Option(help="Days after which it ends by itself. Default: when it is lifted.")]
Status = Annotated[str | None, typer.Option(help="open, running or over.")]
Before = Annotated[str | None, typer.Option(metavar="CURSOR", help="Go on where the last page ended.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print what the server answers as JSON.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


class AdminFailed(LudothequeError):
    """The server has refused the order; the text says why."""


@dataclass
class AdminContext:
    """Where the data is, and how answers are printed."""

    data: Any
    as_json: bool

    def ask(self, order: msgspec.Struct, patience: float | None = None) -> Any:
        from ludotheque.server.admin.order_sender import PATIENCE, OrderRefused, send_order

        try:
            return send_order(self.data, order, getpass.getuser(), patience or PATIENCE)
        except OrderRefused as refused:
            raise AdminFailed(admin_output.why(refused.refusal)) from None

    def do(self, order: msgspec.Struct, said: str) -> None:
        answer = self.ask(order)
        print(json.dumps(answer, ensure_ascii=False) if self.as_json else said)

    def show(self, question: msgspec.Struct, lines: Any) -> None:
        answer = self.ask(question)
        if self.as_json:
            print(json.dumps(answer, ensure_ascii=False))
        else:
            admin_output.show(lines(answer), answer)


@app.callback()
def choose_house(context: typer.Context, data: Data = None, database: Database = None, as_json: AsJson = False) -> None:
    """Look after a running server; say with --data or --database which one."""
    from ludotheque.server.settings import BadSettings, default_data

    if data is not None and database is not None:
        raise BadSettings("--data and --database exclude each other")
    context.obj = AdminContext(database or data or default_data(), as_json)


# Looking


@app.command()
def tables(
    context: typer.Context,
    status: Status = None,
    person: Annotated[str | None, typer.Option(help="Only those of this person.")] = None,
    before: Before = None,
) -> None:
    """List all tables, newest first."""
    from ludotheque.server.admin import orders

    if status not in (None, "open", "running", "over"):
        raise AdminFailed(f"{status!r} is no status; choose open, running or over")
    context.obj.show(orders.ListTables(status, person, before), admin_output.tables)  # type: ignore[arg-type]


@app.command()
def table(context: typer.Context, table: Table) -> None:
    """Show a table as spectators see it."""
    from ludotheque.server.admin import orders

    context.obj.show(orders.ShowTable(table), admin_output.table)


@app.command()
def people(
    context: typer.Context,
    search: Annotated[str, typer.Argument(metavar="[SEARCH]", help="An id, or a part of a name.")] = "",
    before: Before = None,
) -> None:
    """List people, newest first."""
    from ludotheque.server.admin import orders

    context.obj.show(orders.ListPeople(search, before), admin_output.people)


@app.command()
def load(context: typer.Context) -> None:
    """Show what the server has to do now."""
    from ludotheque.server.admin import orders

    context.obj.show(orders.ShowLoad(), admin_output.load)


@app.command()
def state(context: typer.Context) -> None:
    """Show announcement, read-only mode, bans and settings."""
    from ludotheque.server.admin import orders

    context.obj.show(orders.ShowHouse(), admin_output.state)


@app.command()
def reports(
    context: typer.Context,
    resolved: Annotated[bool, typer.Option("--resolved", help="Those that are resolved.")] = False,
    before: Before = None,
) -> None:
    """List what people have reported, with the chat around it."""
    from ludotheque.server.admin import orders

    context.obj.show(orders.ListReports(resolved, before), admin_output.reports)


@app.command()
def log(context: typer.Context, before: Before = None) -> None:
    """Show who has ordered what, and when."""
    from ludotheque.server.admin import orders

    context.obj.show(orders.ListLog(before), admin_output.log)


# Tables and people


@app.command()
def close(context: typer.Context, table: Table) -> None:
    """End the match at a table, without a result."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.CloseTable(table), f"{table} is closed")


@app.command()
def delete(context: typer.Context, table: Table, yes: Yes = False) -> None:
    """Delete a table with everything that was played and said there."""
    from ludotheque.server.admin import orders

    if not yes:
        typer.confirm(f"Delete {table} for ever?", abort=True)
    context.obj.do(orders.DeleteTable(table), f"{table} is deleted")


@app.command()
def forget(context: typer.Context, person: Person, yes: Yes = False) -> None:
    """Forget a person: name, devices, ratings and chat go, and they resign where they play; their matches stay."""
    from ludotheque.server.admin import orders

    if not yes:
        typer.confirm(f"Forget {person} for ever?", abort=True)
    context.obj.do(orders.ForgetPerson(person), f"{person} is forgotten")


@app.command()
def export(context: typer.Context, person: Person, to: To = None) -> None:
    """Write everything that is kept about a person, as JSON; of running matches what spectators see."""
    from ludotheque.server.admin import orders
    from ludotheque.server.admin.order_sender import EXPORT_PATIENCE

    answer = context.obj.ask(orders.ExportPerson(person), EXPORT_PATIENCE)
    write_export(json.dumps(answer, ensure_ascii=False).encode(), to)


@app.command()
def mute(context: typer.Context, person: Person, reason: Reason, days: Days = None) -> None:
    """Let a person play, but not chat."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.Mute(person, reason, _checked(days)), f"{person} cannot chat")


@app.command()
def unmute(context: typer.Context, person: Person) -> None:
    """Let a person chat again."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.Lift("mute", person), f"{person} can chat again")


@app.command()
def ban(context: typer.Context, subject: Subject, reason: Reason, days: Days = None) -> None:
    """Send a person, or a range of addresses, away. A person who plays resigns."""
    from ludotheque.server.admin import orders

    kind = orders.BanAddress if _is_range(subject) else orders.BanPerson
    context.obj.do(kind(subject, reason, _checked(days)), f"{subject} is banned")


@app.command()
def unban(context: typer.Context, subject: Subject) -> None:
    """Let a person, or a range of addresses, come back."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.Lift("address" if _is_range(subject) else "person", subject), f"{subject} may come back")


@app.command()
def resolve(
    context: typer.Context,
    report: Annotated[str, typer.Argument(metavar="REPORT", help="Its id, as `admin reports` shows it.")],
    note: Annotated[str, typer.Argument(metavar="[NOTE]", help="What you did about it.")] = "",
) -> None:
    """Mark a report as resolved."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.ResolveReport(report, note), f"{report} is resolved")


# The house


@app.command()
def announce(context: typer.Context, text: Annotated[str, typer.Argument(metavar="TEXT")]) -> None:
    """Show a message on every page."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.Announce(text), "Announced")


@app.command()
def withdraw(context: typer.Context) -> None:
    """Take the announcement back."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.Withdraw(), "The announcement is taken back")


@app.command("read-only")
def read_only(context: typer.Context, reason: Reason) -> None:
    """Let nobody play or make anything; looking works, and clocks stand still."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.BeginReadOnly(reason), "The house is read-only")


@app.command("read-write")
def read_write(context: typer.Context) -> None:
    """End read-only mode."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.EndReadOnly(), "Everybody can play again")


@app.command("set")
def set_(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A setting, as `admin state` lists them.")],
    value: Annotated[str, typer.Argument(metavar="VALUE")],
) -> None:
    """Change a setting of the running servers; it also holds after a restart."""
    from ludotheque.server.admin import orders

    name = name.replace("-", "_")
    context.obj.do(orders.Set(name, value), f"{name} is {value}")


@app.command()
def reset(context: typer.Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Return to the setting that the server was started with."""
    from ludotheque.server.admin import orders

    name = name.replace("-", "_")
    context.obj.do(orders.Reset(name), f"{name} is as the server was started")


# The page


@app.command("sign-in")
def sign_in(context: typer.Context) -> None:
    """Print a link to the host's page; it works once, within fifteen minutes."""
    from ludotheque.server.admin import orders
    from ludotheque.server.tables.people import hash_of, new_secret

    token = new_secret()
    answer = context.obj.ask(orders.SignIn(hash_of(token)))
    print(f"{answer['address'].rstrip('/')}/admin#{token}")


@app.command("sign-out")
def sign_out(context: typer.Context) -> None:
    """End all sessions of the host's page."""
    from ludotheque.server.admin import orders

    context.obj.do(orders.SignOut(), "All sessions are ended")


def _is_range(subject: str) -> bool:
    """Ids of people have neither dots nor colons."""
    return any(sign in subject for sign in ".:/")


def _checked(days: float | None) -> float | None:
    if days is not None and not 0 < days <= 3650:
        raise AdminFailed("--days is out of range: more than 0, at most 3650")
    return days
