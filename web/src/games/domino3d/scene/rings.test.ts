import { expect, it } from "vitest";
import { type Cell, filled, type Piece } from "../logic";
import { isBehind, nearestRing, REACH, ringWidth } from "./rings";

const one = { cell: [2, 0, 0] as Cell, x: 100, y: 100, behind: false };
const other = { cell: [0, 1, 0] as Cell, x: 130, y: 100, behind: false };

it("is large enough for a finger: 44 pixels wide", () => {
  expect(REACH).toBeGreaterThanOrEqual(22);
  expect(nearestRing([one], 100 - REACH, 100)).toBe(one.cell);
  expect(nearestRing([one], 100, 100 + REACH + 1)).toBeNull();
});

it("is the nearest one, rather before the tower than behind it", () => {
  expect(nearestRing([one, other], 118, 100)).toBe(other.cell);
  expect(nearestRing([one, { ...other, behind: true }], 118, 100)).toBe(one.cell);
  expect(nearestRing([{ ...other, behind: true }], 126, 100)).toBe(other.cell);
});

it("is behind the tower when a domino stands before it", () => {
  const start: Piece = { domino: 0, at: [0, 0, 0], to: "E", up: "U" };
  const eye: Cell = [0, -10, 0];
  expect(isBehind([0, 1, 0], eye, filled([start]))).toBe(true);
  expect(isBehind([0, -1, 0], eye, filled([start]))).toBe(false);
});

it("is smaller than a face, and never too small to be seen", () => {
  expect(ringWidth(100)).toBe(26);
  expect(ringWidth(36)).toBe(18);
  expect(ringWidth(10)).toBe(13);
});
