// Ray casting: the first face of the tower that a ray hits, or the table.
import { type Cell, cellOf, type Direction, nameOf, VECTORS } from "../logic";

export interface Hit {
  /** The cell that was met; of the table the cell above it, with `side` D. */
  cell: Cell;
  side: Direction;
  point: Cell;
}
export interface Ray {
  from: Cell;
  towards: Cell;
}

const SIDES: readonly (readonly [Direction, Direction])[] = [
  ["W", "E"],
  ["S", "N"],
  ["D", "U"],
];

/** Where a ray enters the unit cube around a cell (in lengths of `towards`), and through which side. */
export function enters(ray: Ray, cell: Cell): { far: number; side: Direction } | null {
  let [near, far] = [0, Number.POSITIVE_INFINITY];
  let side: Direction | null = null;
  for (let axis = 0; axis < 3; axis++) {
    const [from, step, middle] = [ray.from[axis] ?? 0, ray.towards[axis] ?? 0, cell[axis] ?? 0];
    if (Math.abs(step) < 1e-12) {
      if (Math.abs(from - middle) > 0.5) return null;
      continue;
    }
    const first = (middle - Math.sign(step) * 0.5 - from) / step;
    const second = (middle + Math.sign(step) * 0.5 - from) / step;
    if (first > near) {
      near = first;
      side = SIDES[axis]?.[step > 0 ? 0 : 1] ?? null;
    }
    far = Math.min(far, second);
  }
  return side && near <= far ? { far: near, side } : null;
}

export function met(ray: Ray, taken: ReadonlyMap<string, unknown>): Hit | null {
  let best: { far: number; side: Direction; cell: Cell } | null = null;
  for (const name of taken.keys()) {
    const cell = cellOf(name);
    const hit = enters(ray, cell);
    if (hit && (!best || hit.far < best.far)) best = { ...hit, cell };
  }
  if (best) return { cell: best.cell, side: best.side, point: along(ray, best.far) };
  if (ray.towards[2] > -1e-6) return null;
  const point = along(ray, (-0.5 - ray.from[2]) / ray.towards[2]);
  return { cell: [Math.round(point[0]), Math.round(point[1]), 0], side: "D", point };
}

function along({ from, towards }: Ray, far: number): Cell {
  return [from[0] + towards[0] * far, from[1] + towards[1] * far, from[2] + towards[2] * far];
}

/** The free cell that is meant: the one before the face, or the one on the table; rather one beside the tower. */
export function meant(hit: Hit, taken: ReadonlyMap<string, unknown>, free: readonly Cell[]): Cell {
  if (taken.has(nameOf(hit.cell))) {
    const step = VECTORS[hit.side];
    return [hit.cell[0] + step[0], hit.cell[1] + step[1], hit.cell[2] + step[2]];
  }
  if (free.some((cell) => nameOf(cell) === nameOf(hit.cell))) return hit.cell;
  let [best, least] = [hit.cell, 1.7];
  for (const cell of free) {
    const far = Math.hypot(cell[0] - hit.point[0], cell[1] - hit.point[1]);
    if (cell[2] === 0 && far < least) [best, least] = [cell, far];
  }
  return best;
}
