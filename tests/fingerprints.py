"""Hashes of short matches, to compare different ways of running the same rules."""

from __future__ import annotations

import hashlib
import json
import random
import sys

from ludotheque import observing
from tests.cases import CASES, Case, steps


def fingerprint(case: Case, moves: int) -> str:
    """Return a hash of all legal moves, states, bytes and observations in a short random match."""
    match, digest = case.start("fingerprint"), hashlib.sha256()
    for _ in steps(match, random.Random(1), moves):
        legal = [match.legal_moves(seat) for seat in match.to_act]
        digest.update(json.dumps([legal, match.state(), match.scores]).encode())
        digest.update(match.states.tobytes())
        for seat in range(match.seats):
            digest.update(observing.observation(match, seat).tobytes())
    again = match.redeal(0, "again")
    digest.update(json.dumps([again.state(), match.events(0, 0)]).encode())
    return digest.hexdigest()


def fingerprints(name: str, moves: int) -> dict[str, str]:
    return {str(case): fingerprint(case, moves) for case in CASES if case.name == name}


if __name__ == "__main__":
    print(json.dumps(fingerprints(sys.argv[1], int(sys.argv[2]))))
