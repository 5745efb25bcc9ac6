import { describe, expect, it } from "vitest";
import { type Cell, nameOf } from "../logic";
import { clearView, hiddenShare } from "./visibility";

const towerOf = (cells: readonly Cell[]) => new Map(cells.map((cell) => [nameOf(cell), 0]));
/** A wall along the East, two cells high, and a domino to its West. */
const wall = towerOf([-2, -1, 0, 1, 2].flatMap((y): Cell[] => [0, 1, 2].map((z): Cell => [1, y, z])));
const domino: Cell[] = [
  [0, 0, 0],
  [0, 1, 0],
];
const FROM_EAST = { yaw: 0, pitch: 0.5 };
const FROM_WEST = { yaw: Math.PI, pitch: 0.5 };

describe("a domino behind a wall", () => {
  it("is hidden from one side and seen from the other", () => {
    expect(hiddenShare(domino, wall, FROM_EAST)).toBe(1);
    expect(hiddenShare(domino, wall, FROM_WEST)).toBe(0);
  });

  it("makes the camera go around until it is seen", () => {
    const view = clearView(domino, wall, FROM_EAST);
    expect(hiddenShare(domino, wall, view)).toBeLessThan(0.3);
    expect(view.yaw).not.toBe(0);
  });

  it("leaves the camera alone where it is seen, or where that is tolerated", () => {
    expect(clearView(domino, wall, FROM_WEST)).toBe(FROM_WEST);
    expect(clearView(domino, wall, FROM_EAST, 1)).toBe(FROM_EAST);
  });
});

it("counts no cell of the domino itself as in the way", () => {
  const own = towerOf(domino);
  expect(hiddenShare(domino, own, { yaw: Math.PI / 2, pitch: 0.2 })).toBe(0);
});
