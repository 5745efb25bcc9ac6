// What a diagram of the rulebook shows: a tower, and annotations on dominoes and faces.
import type { Annotation } from "../../contract";
import { cellOf, type Direction, type Piece, parse } from "../logic";
import type { View } from "../view";
import type { DrawnPiece, FaceSign, Sign } from "./iso";

const FACE = /^(-?\d+,-?\d+,\d+) ([EWNSUD])$/;

export interface AnnotatedTower {
  pieces: DrawnPiece[];
  faces: FaceSign[];
}

/**
 * An annotation stands on a placement ("2,0,0 E U" of the drawn domino, "place 17 2,0,0 E U"), which is then shown as if it
 * were made; on a domino of the tower ("lift 17"); or on a face ("2,0,0 U").
 */
export function annotatedTower(view: View, you: number | null, annotations: readonly Annotation[]): AnnotatedTower {
  const pieces: DrawnPiece[] = [...tower(view, you)];
  const faces: FaceSign[] = [];
  for (const annotation of annotations) {
    const sign: Sign = { kind: annotation.kind ?? "look", label: annotation.label ?? "" };
    const face = FACE.exec(annotation.at);
    if (face) {
      faces.push({ ...sign, cell: cellOf(face[1] ?? ""), side: face[2] as Direction });
      continue;
    }
    const move = parse(annotation.at);
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
