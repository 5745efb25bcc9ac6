// What a diagram of the rulebook shows: a tower, and marks on dominoes and faces.
import type { Mark } from "../contract";
import type { FaceSign, Shown, Sign } from "./iso";
import { cellOf, type Direction, type Piece, parse } from "./logic";
import type { View } from "./view";

const FACE = /^(-?\d+,-?\d+,\d+) ([EWNSUD])$/;

export interface Picture {
  pieces: Shown[];
  faces: FaceSign[];
}

/**
 * A mark stands on a placement ("2,0,0 E U" of the drawn domino, "place 17 2,0,0 E U"), which is then shown as if it
 * were made; on a domino of the tower ("lift 17"); or on a face ("2,0,0 U").
 */
export function pictured(view: View, you: number | null, marks: readonly Mark[]): Picture {
  const pieces: Shown[] = [...tower(view, you)];
  const faces: FaceSign[] = [];
  for (const mark of marks) {
    const sign: Sign = { kind: mark.kind ?? "look", label: mark.label ?? "" };
    const face = FACE.exec(mark.at);
    if (face) {
      faces.push({ ...sign, cell: cellOf(face[1] ?? ""), side: face[2] as Direction });
      continue;
    }
    const move = parse(mark.at);
    if (move.kind === "place") {
      const domino = move.domino ?? (view.mode === "race" ? null : view.drawn);
      if (domino !== null) pieces.push({ ...move.place, domino, sign });
    } else if (move.kind === "lift") {
      const index = pieces.findIndex((piece) => piece.domino === move.domino);
      const piece = pieces[index];
      if (piece) pieces[index] = { ...piece, sign };
    }
  }
  return { pieces, faces };
}

/** In a race our own table, or the first on which something lies. */
function tower(view: View, you: number | null): readonly Piece[] {
  if (view.mode !== "race") return view.placed;
  const own = you === null ? undefined : view.sets[you];
  return own?.length ? own : (view.sets.find((set) => set.length) ?? []);
}
