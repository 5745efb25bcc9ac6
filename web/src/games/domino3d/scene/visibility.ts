// Camera angles from which the tower does not hide a domino.
import { type Cell, cellOf, distance, nameOf } from "../logic";

export interface Angles {
  /** Radians: from which side, anticlockwise from the East, and from how high. */
  yaw: number;
  pitch: number;
}

const STEP = 0.25;
/** Angles that are tried, as turns from where the camera is, the smallest first. */
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6].map((n) => (n * Math.PI) / 6);
const HEIGHTS = [0.62, 0.85, 1.05];

/** The share of some cells that the rest of the tower hides from a camera far away. */
export function hiddenShare(
  cells: readonly Cell[],
  taken: ReadonlyMap<string, number>,
  { yaw, pitch }: Angles,
): number {
  const towards: Cell = [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
  const side: Cell = [-Math.sin(yaw), Math.cos(yaw), 0];
  const own = new Set(cells.map(nameOf));
  const points = cells.flatMap(([x, y, z]): Cell[] => [
    [x, y, z],
    [x, y, z + 0.4],
    [x + side[0] * 0.4, y + side[1] * 0.4, z],
    [x - side[0] * 0.4, y - side[1] * 0.4, z],
  ]);
  const filled = [...taken.keys()].map(cellOf);
  const far = Math.max(0, ...filled.map((cell) => distance(cell, cells[0] ?? cell))) + 1;
  const isHidden = (point: Cell): boolean => {
    for (let way = STEP; way < far; way += STEP) {
      const name = nameOf(point.map((n, i) => Math.round(n + (towards[i] ?? 0) * way)) as unknown as Cell);
      if (!own.has(name) && taken.has(name)) return true;
    }
    return false;
  };
  return points.filter(isHidden).length / Math.max(1, points.length);
}

/** The nearest angles from which the cells can be seen well; the given ones if at most `tolerated` is hidden. */
export function clearView(
  cells: readonly Cell[],
  taken: ReadonlyMap<string, number>,
  from: Angles,
  tolerated = 0.5,
): Angles {
  if (hiddenShare(cells, taken, from) <= tolerated) return from;
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const turn of TURNS)
    for (const pitch of [from.pitch, ...HEIGHTS]) {
      const angles = { yaw: from.yaw + turn, pitch };
      // A higher camera confuses less than one that has moved around the tower.
      const moved = (2 * Math.abs(turn)) / Math.PI + Math.abs(pitch - from.pitch);
      const cost = hiddenShare(cells, taken, angles) * 4 + moved;
      if (cost < least - 1e-9) [best, least] = [angles, cost];
    }
  return best;
}
