// Towers in parallel projection, drawn without three.js.
import type { Side } from "../compass-letters";
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
  opposite,
  type Piece,
  turned,
  turnedDirection,
  VECTORS,
} from "../logic";
import { FIELD } from "../marks";

/** How a rulebook judges: it may, it may not, look here. */
export type Kind = "yes" | "no" | "look";
export interface Sign {
  kind: Kind;
  label: string;
}
/** A domino that a text speaks of has a sign. */
export interface DrawnPiece extends Piece {
  sign?: Sign;
}
export interface FaceSign extends Sign {
  cell: Cell;
  side: Direction;
}

export interface DrawnFace {
  domino: number;
  /** Of its domino. */
  sign: Sign | undefined;
  /** Of the face itself. */
  ring: Sign | undefined;
  mark: Mark;
  /** The corners of the face, "x,y x,y ...". */
  points: string;
  /** Its edges but the one towards the other half of its domino, as a path. */
  edges: string;
  /** For a drawing of 100 × 100 on the face's field. */
  transform: string;
  shade: number;
}
/** A sign at a point of the drawing. */
export interface Badge extends Sign {
  x: number;
  y: number;
}
export interface Drawing {
  sides: DrawnFace[];
  /** Over the dominoes that a text speaks of. */
  badges: Badge[];
  /** Letters on the table before the tower. */
  compass: { towards: Side; x: number; y: number }[];
  /** x y width height */
  box: string;
  width: number;
}

const UNIT = 40;
/** Where the badge of a domino stands above it. */
const ABOVE = 9;
const SEEN: readonly (readonly [Direction, number])[] = [
  ["E", 0.24],
  ["S", 0.1],
  ["U", 0],
];

type Point = [number, number];
/** Seen from the South-East and above. */
const projected = ([x, y, z]: Cell): Point => [(x + y) * 0.866 * UNIT, ((x - y) * 0.5 - z) * UNIT];

/** A piece after quarter turns of the table. */
function turnedPiece(piece: DrawnPiece, quarters: number): DrawnPiece {
  let turnedPiece = piece;
  for (let i = 0; i < quarters; i++)
    turnedPiece = { ...turnedPiece, ...turned(turnedPiece, "U"), at: turnedCell(turnedPiece.at) };
  return turnedPiece;
}

const turnedCell = ([x, y, z]: Cell): Cell => [-y, x, z];

function turnedFace(face: FaceSign, quarters: number): FaceSign {
  let turnedFace = face;
  for (let i = 0; i < quarters; i++)
    turnedFace = { ...turnedFace, cell: turnedCell(turnedFace.cell), side: turnedDirection(turnedFace.side, "U") };
  return turnedFace;
}

/** What is to be seen of some dominoes, the far ones first; with signs on some faces, and the compass if wanted. */
export function drawn(
  pieces: readonly DrawnPiece[],
  quarters = 0,
  faces: readonly FaceSign[] = [],
  oriented = false,
): Drawing {
  const lying = pieces.map((piece) => turnedPiece(piece, quarters));
  const taken = filled(lying);
  const rings = new Map(
    faces.map((face) => turnedFace(face, quarters)).map((face) => [`${nameOf(face.cell)} ${face.side}`, face]),
  );
  const cells = lying
    .flatMap((piece) => halves(piece).map((cell, half) => ({ piece, cell, half })))
    .sort((a, b) => depth(a.cell) - depth(b.cell));
  const sides: DrawnFace[] = [];
  const seen: Point[] = [];
  for (const { piece, cell, half } of cells)
    for (const [side, shade] of SEEN) {
      const mark = marksOf(piece.domino, piece)[half as 0 | 1][side];
      if (!mark || taken.has(nameOf(beyond(cell, side)))) continue;
      const outer = corners(cell, side, 1, 0.5);
      const flat = outer.map(projected);
      seen.push(...flat);
      const points = flat.map(text).join(" ");
      const edges = edgesOf(outer, VECTORS[half === 0 ? piece.to : opposite(piece.to)]);
      const ring = rings.get(`${nameOf(cell)} ${side}`);
      const transform = matrix(cell, side, FIELD);
      sides.push({ domino: piece.domino, sign: piece.sign, ring, mark, points, edges, transform, shade });
    }
  const badges = lying.flatMap((piece) => (piece.sign ? [badge(piece, piece.sign)] : []));
  for (const { x, y } of badges) seen.push([x - 20, y - 10], [x + 20, y]);
  const compass = oriented ? before(lying, quarters) : [];
  for (const { x, y } of compass) seen.push([x - 8, y - 8], [x + 8, y + 8]);
  return { sides, badges, compass, ...boxOf(seen) };
}

/** Over the back corner of its highest half. */
function badge(piece: Piece, sign: Sign): Badge {
  const tops = halves(piece).map(([x, y, z]) => projected([x - 0.5, y + 0.5, z + 0.5]));
  const [x, y] = tops.reduce((a, b) => (b[1] < a[1] ? b : a));
  return { ...sign, x: round(x), y: round(y - ABOVE) };
}

/** A step before the tower, on the two sides that are seen. */
function before(pieces: readonly Piece[], quarters: number): Drawing["compass"] {
  const cells = pieces.flatMap((piece) => halves(piece));
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [east, south] = [Math.max(...xs) + 1, Math.min(...ys) - 1];
  const places: [Side, Cell][] = [
    ["E", [east, (south + Math.max(...ys)) / 2, -0.5]],
    ["S", [(Math.min(...xs) + east) / 2, south, -0.5]],
  ];
  return places.map(([side, cell]) => {
    let towards: Direction = side;
    // Back to where it was before the table was turned.
    for (let i = 0; i < (4 - quarters) % 4; i++) towards = turnedDirection(towards, "U");
    const [x, y] = projected(cell);
    return { towards: towards as Side, x: round(x), y: round(y) };
  });
}

/** An edge lies towards the other half when both its corners do. */
function edgesOf(outer: readonly Cell[], towards: Cell): string {
  const ahead = outer.map((corner) => corner.reduce((sum, n, i) => sum + n * (towards[i] ?? 0), 0));
  const most = Math.max(...ahead);
  const across = ahead.every((n) => Math.abs(n - most) < 0.1);
  const isInner = (i: number): boolean => !across && Math.abs((ahead[i] ?? 0) - most) < 0.1;
  const parts = outer.flatMap((corner, i) => {
    const next = (i + 1) % outer.length;
    if (isInner(i) && isInner(next)) return [];
    return [`M${text(projected(corner))}L${text(projected(outer[next] as Cell))}`];
  });
  return parts.join("");
}

const text = ([x, y]: Point): string => `${round(x)},${round(y)}`;
const depth = ([x, y, z]: Cell): number => x - y + z;
const round = (n: number): number => Math.round(n * 100) / 100;

function matrix(cell: Cell, side: Direction, edge: number): string {
  const [low, , right, top] = corners(cell, side, edge, 0.5).map(projected) as Point[];
  if (!low || !right || !top) return "";
  const across = [(right[0] - top[0]) / 100, (right[1] - top[1]) / 100];
  const down = [(low[0] - top[0]) / 100, (low[1] - top[1]) / 100];
  return `matrix(${[...across, ...down, ...top].map((n) => Math.round(n * 10000) / 10000).join(" ")})`;
}

function boxOf(seen: readonly Point[]): { box: string; width: number } {
  if (!seen.length) return { box: `0 0 ${UNIT} ${UNIT}`, width: UNIT };
  const xs = seen.map(([x]) => x);
  const ys = seen.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - 3, Math.min(...ys) - 3];
  const width = Math.max(...xs) + 3 - left;
  return { box: [left, top, width, Math.max(...ys) + 3 - top].map(round).join(" "), width };
}
