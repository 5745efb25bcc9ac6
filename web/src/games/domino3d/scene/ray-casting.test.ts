import { expect, it } from "vitest";
import { besides, filled, nameOf, type Piece } from "../logic";
import { meant, met } from "./ray-casting";

const start: Piece = { domino: 0, at: [0, 0, 0], to: "E", up: "U" };
const taken = filled([start]);

it("meets the nearest face", () => {
  const hit = met({ from: [10, 0, 0], towards: [-1, 0, 0] }, taken);
  expect(hit).toMatchObject({ cell: [1, 0, 0], side: "E" });
  expect(hit && nameOf(meant(hit, taken, besides([start])))).toBe("2,0,0");
});

it("meets the table beside the tower, and snaps to a cell that touches", () => {
  const hit = met({ from: [3.2, 0, 9.5], towards: [0, 0, -1] }, taken);
  expect(hit).toMatchObject({ cell: [3, 0, 0], side: "D" });
  expect(hit && nameOf(meant(hit, taken, besides([start])))).toBe("2,0,0");
  const far = met({ from: [8, 0, 9.5], towards: [0, 0, -1] }, taken);
  expect(far && nameOf(meant(far, taken, besides([start])))).toBe("8,0,0");
});

it("meets nothing in the sky", () => {
  expect(met({ from: [9, 9, 9], towards: [0, 0, 1] }, taken)).toBeNull();
});
