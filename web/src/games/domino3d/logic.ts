// Cells, poses, faces and moves as text. Geometry only: the server says what is legal.
import box from "$games/domino3d/rules/common/box.json";

export type Direction = "E" | "W" | "N" | "S" | "U" | "D";
/** x to the East, y to the North, z up. */
export type Cell = readonly [number, number, number];
export type Mark = "A" | "B" | "C" | "D" | "E";
export interface Pose {
  /** Where half 1 lies, seen from half 0. */
  to: Direction;
  /** Where the domino's own U face points. */
  up: Direction;
}
export interface Placement extends Pose {
  /** The cell of half 0. */
  at: Cell;
}
export interface Piece extends Placement {
  domino: number;
  seat?: number | null;
}
export type Move =
  | { kind: "place"; domino: number | null; place: Placement }
  | { kind: "lift"; domino: number }
  | { kind: "word"; word: string };

export const DIRECTIONS: readonly Direction[] = ["E", "W", "N", "S", "U", "D"];
export const MARKS: readonly Mark[] = ["A", "B", "C", "D", "E"];
export const VECTORS: Readonly<Record<Direction, Cell>> = {
  E: [1, 0, 0],
  W: [-1, 0, 0],
  N: [0, 1, 0],
  S: [0, -1, 0],
  U: [0, 0, 1],
  D: [0, 0, -1],
};
const BOX: readonly string[] = box.dominoes;
const OWN: readonly (readonly Direction[])[] = [
  ["W", "N", "S", "U", "D"],
  ["E", "N", "S", "U", "D"],
];
export const START: Pose = { to: "E", up: "U" };
export const PLACES_LOW = -12;
export const PLACES_HIGH = 11;
const TOP = 11;

export const plus = (a: Cell, b: Cell): Cell => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a: Cell, b: Cell): Cell => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Cell, b: Cell): Cell => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const nameOf = (cell: Cell): string => cell.join(",");
export const beyond = (cell: Cell, direction: Direction): Cell => plus(cell, VECTORS[direction]);
export const onTable = ([x, y, z]: Cell): boolean =>
  x >= PLACES_LOW && x <= PLACES_HIGH && y >= PLACES_LOW && y <= PLACES_HIGH && z >= 0 && z <= TOP;

export function cellOf(name: string): Cell {
  const [x = 0, y = 0, z = 0] = name.split(",").map(Number);
  return [x, y, z];
}

/** The direction that a vector along an axis has. */
export function directionOf(vector: Cell): Direction {
  const direction = DIRECTIONS.find((one) => VECTORS[one].every((n, i) => n === Math.sign(vector[i] ?? 0)));
  if (!direction) throw new Error(`not along an axis: ${vector}`);
  return direction;
}

export const opposite = (direction: Direction): Direction => DIRECTIONS[DIRECTIONS.indexOf(direction) ^ 1] as Direction;

// Poses.

export const poseName = ({ to, up }: Pose): string => `${to} ${up}`;

/** Where the domino's own directions point in a pose: its own N is (own U) × (own E). */
export function ownDirections({ to, up }: Pose): Record<Direction, Direction> {
  const north = directionOf(cross(VECTORS[up], VECTORS[to]));
  return { E: to, W: opposite(to), N: north, S: opposite(north), U: up, D: opposite(up) };
}

/** A quarter turn about an axis, anticlockwise when seen from where the axis points. */
export function turned(pose: Pose, axis: Direction): Pose {
  return { to: turnedDirection(pose.to, axis), up: turnedDirection(pose.up, axis) };
}

export function turnedDirection(direction: Direction, axis: Direction): Direction {
  if (direction === axis || direction === opposite(axis)) return direction;
  return directionOf(cross(VECTORS[axis], VECTORS[direction]));
}

/** How far one pose is from another: it grows with the angle of the turn that leads there, and is 0 for the same one. */
export function turnBetween(one: Pose, other: Pose): number {
  const [from, to] = [ownDirections(one), ownDirections(other)];
  const along = (a: Cell, b: Cell): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (["E", "N", "U"] as const).reduce((left, own) => left - along(VECTORS[from[own]], VECTORS[to[own]]), 3);
}

export const halves = (place: Placement): [Cell, Cell] => [place.at, beyond(place.at, place.to)];
export const isUpright = ({ to }: Pose): boolean => to === "U" || to === "D";

/** The mark of each half in each direction; none towards the other half. */
export function marksOf(
  domino: number,
  pose: Pose,
): [Partial<Record<Direction, Mark>>, Partial<Record<Direction, Mark>>] {
  const own = ownDirections(pose);
  const letters = BOX[domino] ?? "";
  const marks: [Partial<Record<Direction, Mark>>, Partial<Record<Direction, Mark>>] = [{}, {}];
  OWN.forEach((faces, half) => {
    faces.forEach((face, i) => {
      (marks[half] as Partial<Record<Direction, Mark>>)[own[face]] = letters[half * 5 + i] as Mark;
    });
  });
  return marks;
}

// Towers.

/** Which domino fills a cell. */
export function filled(pieces: readonly Piece[]): Map<string, number> {
  return new Map(pieces.flatMap((piece) => halves(piece).map((cell) => [nameOf(cell), piece.domino] as const)));
}

/** The free cells beside the tower, where a domino can touch it; of an empty table the middle. */
export function besides(pieces: readonly Piece[]): Cell[] {
  if (!pieces.length) return [[0, 0, 0]];
  const taken = filled(pieces);
  const free = new Map<string, Cell>();
  for (const name of taken.keys())
    for (const direction of DIRECTIONS) {
      const cell = beyond(cellOf(name), direction);
      if (onTable(cell) && !taken.has(nameOf(cell))) free.set(nameOf(cell), cell);
    }
  return [...free.values()];
}

/** The dominoes that a placement touches, by number. */
export function touches(place: Placement, taken: ReadonlyMap<string, number>): number[] {
  const touched = new Set<number>();
  for (const cell of halves(place))
    for (const direction of DIRECTIONS) {
      const domino = taken.get(nameOf(beyond(cell, direction)));
      if (domino !== undefined) touched.add(domino);
    }
  return [...touched].sort((a, b) => a - b);
}

/** Whether nothing is under one of its cells: it hangs in the air. */
export function hangs(place: Placement, taken: ReadonlyMap<string, number>): boolean {
  const own = halves(place).map(nameOf);
  return halves(place).some(([x, y, z]) => {
    const below = nameOf([x, y, z - 1]);
    return z > 0 && !taken.has(below) && !own.includes(below);
  });
}

/** The same placement as far down as nothing is in its way: on the table, or with a half on what is below. */
export function lowered(place: Placement, taken: ReadonlyMap<string, number>): Placement {
  const [x, y, z] = place.at;
  const below: Placement = { ...place, at: [x, y, z - 1] };
  const isFree = halves(below).every((cell) => onTable(cell) && !taken.has(nameOf(cell)));
  return isFree ? lowered(below, taken) : place;
}

/** The same cells, with the halves exchanged: the domino is turned end for end, and its own U face stays where it is. */
export const swapped = (place: Placement): Placement => ({ ...place, at: halves(place)[1], to: opposite(place.to) });

/** The two ways in which a domino in this pose fills a cell: with half 0, or with half 1. */
export const over = (cell: Cell, pose: Pose): [Placement, Placement] => [
  { ...pose, at: cell },
  { ...pose, at: minus(cell, VECTORS[pose.to]) },
];

/**
 * The way of filling a cell that leaves most halves on free cells; of equal ones the nearest to the point that was pointed at.
 * On an empty table half 0 goes into the cell.
 */
export function snapped(cell: Cell, pose: Pose, taken: ReadonlyMap<string, number>, point?: Cell): Placement {
  const [first, second] = over(cell, pose);
  if (!taken.size) return first;
  const worth = (place: Placement): number => {
    const free = halves(place).filter((one) => onTable(one) && !taken.has(nameOf(one))).length;
    return free * 100 - (free === 2 && hangs(place, taken) ? 10 : 0) - (point ? distance(middle(place), point) : 0);
  };
  return worth(second) > worth(first) + 1e-9 ? second : first;
}

export function middle(place: Placement): Cell {
  const v = VECTORS[place.to];
  return [place.at[0] + v[0] / 2, place.at[1] + v[1] / 2, place.at[2] + v[2] / 2];
}

export const distance = (a: Cell, b: Cell): number => Math.hypot(...minus(a, b));

/** The next cell in a direction: near, and rather straight on than aside. */
export function stepped(from: Cell, towards: Cell, cells: readonly Cell[]): Cell | null {
  let best: Cell | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const way = minus(cell, from);
    const ahead = way[0] * towards[0] + way[1] * towards[1] + way[2] * towards[2];
    if (ahead <= 0) continue;
    const aside = Math.hypot(...way) ** 2 - ahead ** 2;
    const cost = ahead + 3 * aside;
    if (cost < least) [best, least] = [cell, cost];
  }
  return best;
}

// Faces.

/** For each direction, which way a mark's drawing lies: to the right and upwards as seen from outside. */
const SIDEWAYS: Readonly<Record<Direction, Cell>> = {
  E: [0, 1, 0],
  W: [0, -1, 0],
  N: [-1, 0, 0],
  S: [1, 0, 0],
  U: [1, 0, 0],
  D: [1, 0, 0],
};

/** The four corners of a face of a cell, anticlockwise as seen from outside, at a distance from the cell's middle. */
export function corners(cell: Cell, side: Direction, edge: number, out: number): Cell[] {
  const normal = VECTORS[side];
  const right = SIDEWAYS[side];
  const up = cross(normal, right);
  const at = (u: number, v: number): Cell =>
    [0, 1, 2].map(
      (i) => (cell[i] ?? 0) + (normal[i] ?? 0) * out + ((right[i] ?? 0) * u + (up[i] ?? 0) * v) * edge,
    ) as unknown as Cell;
  return [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)];
}

// Moves.

const PLACEMENT = /^(-?\d+),(-?\d+),(-?\d+) ([EWNSUD]) ([EWNSUD])$/;

export function parse(move: string): Move {
  const place = /^place (\d+) (.*)$/.exec(move);
  const lift = /^lift (\d+)$/.exec(move);
  if (lift) return { kind: "lift", domino: Number(lift[1]) };
  const match = PLACEMENT.exec(place?.[2] ?? move);
  if (!match) return { kind: "word", word: move };
  const at: Cell = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [to, up] = [match[4] as Direction, match[5] as Direction];
  return { kind: "place", domino: place ? Number(place[1]) : null, place: { at, to, up } };
}

export const placementText = (place: Placement): string => `${nameOf(place.at)} ${poseName(place)}`;

export function format(move: Move): string {
  if (move.kind === "word") return move.word;
  if (move.kind === "lift") return `lift ${move.domino}`;
  const text = placementText(move.place);
  return move.domino === null ? text : `place ${move.domino} ${text}`;
}

/** Moves that are words, in the order of their buttons. */
const WORDS = ["draw", "stop", "done", "accept", "object", "timeout", "give up"];
export const wordsOf = (legal: readonly string[]): string[] => WORDS.filter((word) => legal.includes(word));
/** The word that Enter plays when there is nothing to place. */
export const isDefaultMove = (word: string): boolean => word === "draw" || word === "done";

/** The legal placements of a domino (race) or of the drawn one (null). */
export function placementsOf(legal: readonly string[], domino: number | null): Placement[] {
  const prefix = domino === null ? "" : `place ${domino} `;
  const placements: Placement[] = [];
  for (const text of legal) {
    if (!text.startsWith(prefix)) continue;
    const move = parse(text);
    if (move.kind === "place" && move.domino === domino) placements.push(move.place);
  }
  return placements;
}

/** One placement for each pair of cells, the first of them. */
export function byCells(places: readonly Placement[]): Placement[] {
  return [...grouped(places, cellsName).values()].flatMap((group) => group.slice(0, 1));
}

/** The cells that a placement fills, whichever half is where. */
export const cellsName = (place: Placement): string => halves(place).map(nameOf).sort().join(" ");

/** Rule 10: the points for a placement. */
export function worthOf(place: Placement, taken: ReadonlyMap<string, number>): number {
  const low = Math.min(...halves(place).map((cell) => cell[2]));
  return touches(place, taken).length + (low > 0 ? 2 : Number(isUpright(place)));
}

/** Placements by what they are worth, the most first. */
export function byWorth(places: readonly Placement[], worth: (place: Placement) => number): [number, Placement[]][] {
  const groups = grouped(places, (place) => String(worth(place)));
  return [...groups].map(([n, group]): [number, Placement[]] => [Number(n), group]).sort((a, b) => b[0] - a[0]);
}

function grouped<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
