import { expect, it } from "vitest";
import type { Joint } from "../joints";
import { type Cell, nameOf } from "../logic";
import { clearestJoint, relativeSide } from "./relative-side";

/** From the South, halfway up; and between South and East, as at first. */
const SOUTH = { yaw: -Math.PI / 2, pitch: 0.6 };
const CORNER = { yaw: -0.95, pitch: 0.62 };

it("names the sides of a domino from where it is looked at", () => {
  const named = (from: typeof SOUTH) =>
    (["S", "E", "N", "W", "U", "D"] as const).map((side) => relativeSide(side, from));
  expect(named(SOUTH)).toEqual(["front", "right", "back", "left", "top", "under"]);
  expect(named(CORNER)).toEqual(["front_left", "front_right", "back_right", "back_left", "top", "under"]);
  expect(named({ ...SOUTH, yaw: SOUTH.yaw + 2 * Math.PI })).toEqual(named(SOUTH));
});

const joint = (side: Joint["side"]): Joint => ({
  cells: [
    [1, 0, 0],
    [2, 0, 0],
  ],
  side,
  marks: ["A", "B"],
});

it("takes first what is seen best", () => {
  const sides = (from: typeof SOUTH, walls: Cell[] = []) =>
    clearestJoint([joint("N"), joint("D"), joint("S"), joint("U")], new Map(walls.map((one) => [nameOf(one), 0])), from)
      ?.side;
  expect(sides(SOUTH)).toBe("S");
  expect(sides({ yaw: Math.PI / 2, pitch: 0.6 })).toBe("N");
  expect(sides({ ...SOUTH, pitch: 1.4 })).toBe("U");
  const wall = [0, 1, 2, 3].flatMap((x) => [0, 1].map((z): Cell => [x, -2, z])); // before the South side
  expect(sides(SOUTH, wall)).toBe("U");
  expect(clearestJoint([], new Map(), SOUTH)).toBeUndefined();
});
