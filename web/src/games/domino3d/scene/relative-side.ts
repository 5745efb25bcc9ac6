// Sides relative to the viewer: in front, on the left, behind.

import type { Joint } from "../joints";
import { type Cell, type Direction, VECTORS } from "../logic";
import { type Angles, hiddenShare } from "./visibility";

/** Anticlockwise from the viewer's side, seen from above. */
const AROUND = ["front", "front_right", "right", "back_right", "back", "back_left", "left", "front_left"] as const;
export type RelativeSide = (typeof AROUND)[number] | "top" | "under" | "middle";

/** The side on which a point of the table lies, from the tower's middle. */
export function sideTowards(east: number, north: number, { yaw }: Angles): RelativeSide {
  const eighth = Math.round((Math.atan2(north, east) - yaw) / (Math.PI / 4));
  return AROUND[((eighth % 8) + 8) % 8] ?? "front";
}

export function relativeSide(side: Direction, from: Angles): RelativeSide {
  if (side === "U") return "top";
  const [east, north] = VECTORS[side];
  return side === "D" ? "under" : sideTowards(east, north, from);
}

/** The cosine between a face's normal and the direction to the viewer: 1 facing, 0 edge-on, negative facing away. */
function looksAt(side: Direction, { yaw, pitch }: Angles): number {
  const [x, y, z] = VECTORS[side];
  return Math.cos(pitch) * (x * Math.cos(yaw) + y * Math.sin(yaw)) + Math.sin(pitch) * z;
}

/** The joint whose faces are seen best. */
export function clearestJoint(
  joints: readonly Joint[],
  taken: ReadonlyMap<string, number>,
  from: Angles,
): Joint | undefined {
  const share = ({ cells, side }: Joint): number => {
    const faces = looksAt(side, from);
    if (faces <= 0) return faces;
    // What stands right before the faces hides them, not the two dominoes themselves.
    const before = cells.map((cell): Cell => cell.map((n, i) => n + (VECTORS[side][i] ?? 0)) as unknown as Cell);
    return faces * (1 - hiddenShare(before, taken, from));
  };
  return joints.toSorted((a, b) => share(b) - share(a))[0];
}
