// Dominoes that were placed by recent moves and still stand.
import type { PlayedMove } from "../../contract";
import type { Piece } from "../logic";
import type { Laid } from "../scene/ghost";

/** The last domino that was placed and still stands, where it need not be said whose it is. */
export const lastOf = (pieces: readonly Piece[]): Laid[] =>
  pieces.slice(-1).map(({ domino }) => ({ domino, seat: null }));

export function laidIn(steps: readonly PlayedMove[], pieces: readonly Piece[]): Laid[] {
  const standing = new Set(pieces.map((piece) => piece.domino));
  return steps
    .flatMap((step) => step.events.filter((one) => one.event === "placed"))
    .map((one): Laid => ({ domino: Number(one.domino), seat: Number(one.seat) }))
    .filter(({ domino }) => standing.has(domino));
}
