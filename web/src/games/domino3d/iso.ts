// Towers in parallel projection, for pictures without three.js.
import {
  beyond,
  type Cell,
  corners,
  type Direction,
  filled,
  halves,
  type Mark,
  marksOf,
  nameOf,
  type Piece,
  turned,
} from "./logic";

export interface Side {
  domino: number;
  mark: Mark;
  /** The corners of the face, "x,y x,y ...". */
  points: string;
  /** For a picture of 100 × 100 on the face's field. */
  transform: string;
  shade: number;
}
export interface Drawing {
  sides: Side[];
  /** x y width height */
  box: string;
}

const UNIT = 40;
const SEEN: readonly (readonly [Direction, number])[] = [
  ["E", 0.24],
  ["S", 0.1],
  ["U", 0],
];

/** Seen from the South-East and above. */
const projected = ([x, y, z]: Cell): [number, number] => [(x + y) * 0.866 * UNIT, ((x - y) * 0.5 - z) * UNIT];

/** A piece after quarter turns of the table. */
function turnedPiece(piece: Piece, quarters: number): Piece {
  let found = piece;
  for (let i = 0; i < quarters; i++) {
    const [x, y, z] = found.at;
    found = { ...found, ...turned(found, "U"), at: [-y, x, z] };
  }
  return found;
}

/** What is to be seen of some dominoes, the far ones first. */
export function drawn(pieces: readonly Piece[], quarters = 0, field = 0.82): Drawing {
  const lying = pieces.map((piece) => turnedPiece(piece, quarters));
  const taken = filled(lying);
  const cells = lying
    .flatMap((piece) => halves(piece).map((cell, half) => ({ piece, cell, half })))
    .sort((a, b) => depth(a.cell) - depth(b.cell));
  const sides: Side[] = [];
  const seen: [number, number][] = [];
  for (const { piece, cell, half } of cells)
    for (const [side, shade] of SEEN) {
      const mark = marksOf(piece.domino, piece)[half as 0 | 1][side];
      if (!mark || taken.has(nameOf(beyond(cell, side)))) continue;
      const outer = corners(cell, side, 1, 0.5).map(projected);
      seen.push(...outer);
      const points = outer.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
      sides.push({ domino: piece.domino, mark, points, transform: matrix(cell, side, field), shade });
    }
  return { sides, box: boxOf(seen) };
}

const depth = ([x, y, z]: Cell): number => x - y + z;
const round = (n: number): number => Math.round(n * 100) / 100;

function matrix(cell: Cell, side: Direction, edge: number): string {
  const [low, , right, top] = corners(cell, side, edge, 0.5).map(projected) as [number, number][];
  if (!low || !right || !top) return "";
  const across = [(right[0] - top[0]) / 100, (right[1] - top[1]) / 100];
  const down = [(low[0] - top[0]) / 100, (low[1] - top[1]) / 100];
  return `matrix(${[...across, ...down, ...top].map((n) => Math.round(n * 10000) / 10000).join(" ")})`;
}

function boxOf(seen: readonly [number, number][]): string {
  if (!seen.length) return `0 0 ${UNIT} ${UNIT}`;
  const xs = seen.map(([x]) => x);
  const ys = seen.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - 3, Math.min(...ys) - 3];
  return [left, top, Math.max(...xs) + 3 - left, Math.max(...ys) + 3 - top].map(round).join(" ");
}
