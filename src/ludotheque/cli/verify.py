"""`ludotheque verify`: check stored records, their shuffles, and chains of commitments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ludotheque import commitment_chain, fairness, record
from ludotheque.commitment_chain import Chain, is_address
from ludotheque.errors import BadRecord, BadSetup
from ludotheque.games.spec import Json
from ludotheque.record import Fair


def verify(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Records, as JSON.", show_default=False)
    ] = None,
    fair: Annotated[bool, typer.Option("--fair", help="Also check the shuffle, and say what that proves.")] = False,
    commitment: Annotated[
        str | None, typer.Option(help="The commitment that you were shown before the start.", show_default=False)
    ] = None,
    client_seed: Annotated[
        str | None, typer.Option(help="The client seed that your device gave.", show_default=False)
    ] = None,
    number: Annotated[str | None, typer.Option(hidden=True, help="The former name of --client-seed.")] = None,
    chain: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE|URL",
            help="The chain of commitments: a file, or the address of the house. Several must agree.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Replay records and report the first move of each that does not fit. Exits with 2 if something is wrong."""
    paths, sources = files or [], chain or []
    client_seed = client_seed or number
    if not paths and not sources:
        raise BadSetup("missing: FILE, the record to verify")
    if (commitment or client_seed) and len(paths) != 1:
        raise BadSetup("--commitment and --client-seed belong to one match: pass one FILE")
    chains = _chains(sources, paths)
    good = len(chains) == len(sources)
    for path in paths:
        try:
            stored = record.load(path)
            said = [f"in order ({_checked(stored)})"]
            if fair or sources or commitment or client_seed:
                said += _shuffled(fairness.check(stored), commitment, client_seed, chains)
            print(f"{path}: " + "\n  ".join(said))
        except BadRecord as error:
            good = False
            print(f"{path}: {error}")
    if not good:
        raise typer.Exit(2)


def _checked(stored: Json) -> str:
    """Check a record and return what is in it, in a few words."""
    match = record.replay(stored)
    end = record.check_shape(stored).end
    result = f"over, {match.scores}" if match.over else f"ended: {end.reason}" if end else "not over"
    words = [match.game, f"{len(match.history)} moves", result]
    later = match.spec.rulings[match.spec.rules_version - 1 :]
    if later:
        words.append(f"by the rules before {later[0].since}")
    return ", ".join(words)


def _shuffled(fair: Fair, shown: str | None, given: str | None, chains: dict[str, Chain]) -> Iterator[str]:
    """Tell what the shuffle proves and what it does not, line by line. Raises NotFair if it is not in order."""
    fairness.compare(fair, shown, given)
    for chain in chains.values():
        chain.check(fair)
    seeds = [seed for seed in fair.client_seeds if seed is not None]
    seats = len(fair.client_seeds)
    yield f"the seed is made of the committed server seed and the client seeds of {len(seeds)} of {seats} seats"
    if fair.chain is not None:
        yield from (f"the commitment is entry {fair.chain.number} of the chain in {source}" for source in chains)
    if shown and given:
        yield "if you were shown the commitment first: the server fixed its seed before it knew yours, and yours is in"
        if len(set(seeds)) > 1:
            yield "not proved: that nobody who gave a client seed after you had the help of the server"
        return
    missing = " and ".join(name for name, value in (("--commitment", shown), ("--client-seed", given)) if not value)
    yield f"not proved: that the server fixed its seed before it knew the client seeds; for that, pass {missing}"


def _chains(sources: list[str], paths: list[Path]) -> dict[str, Chain]:
    """Return the unbroken chains that agree with those before; print what is wrong with the others."""
    chains: dict[str, Chain] = {}
    for source in sorted(sources, key=is_address):  # files first: a house is asked for what comes after them
        first = min([*_places(paths), *(chain.count for chain in chains.values())], default=0)
        try:
            chain = commitment_chain.load(source, first)
            for other in chains.values():
                other.compare(chain)
        except BadRecord as error:
            print(f"{source}: {error}")
        else:
            chains[source] = chain
            print(f"{source}: a chain of commitments, up to entry {chain.count - 1}, {chain.hashes[-1]}")
    return chains


def _places(paths: list[Path]) -> Iterator[int]:
    """Yield where the commitments of the records stand in the chain."""
    for path in paths:
        try:
            fair = record.check_shape(record.load(path)).fair
        except BadRecord:
            continue  # said later
        if fair is not None and fair.chain is not None:
            yield fair.chain.number
