import { describe, expect, it } from "vitest";
import { CELL, frameAround, HEIGHT, heldAt, partAround, WHOLE } from "./geometry";
import { lay, plankText, square, squaresOf } from "./logic";

describe("what a diagram shows", () => {
  it("has one square around what lies there", () => {
    expect(partAround(squaresOf("d4-f4"))).toEqual({ column: 2, row: 2, columns: 5, rows: 3 });
  });
  it("goes to the border where that is near", () => {
    expect(partAround(squaresOf("c3-c5"))).toEqual({ column: 0, row: 0, columns: 4, rows: 6 });
    expect(partAround([square("i8")])).toEqual({ column: 7, row: 6, columns: 4, rows: 4 });
  });
  it("is the whole board where nothing lies", () => {
    expect(partAround([])).toEqual(WHOLE);
  });
});

describe("a frame", () => {
  it("lies inside its squares", () => {
    const frame = { x: CELL + 3, y: HEIGHT - CELL + 3, width: 2 * CELL - 6, height: CELL - 6 };
    expect(frameAround(squaresOf("b1-c1"), 3)).toEqual(frame);
  });
});

describe("the plank whose middle is at a point", () => {
  const plank = (right: number, up: number, length: number, direction: "across" | "up") => {
    const held = heldAt(right * CELL, HEIGHT - up * CELL, length, direction);
    return held && plankText(lay(held, length, direction));
  };
  it("has it there, be it in a square or between two", () => {
    expect(plank(5.5, 5.5, 3, "across")).toBe("e6-g6");
    expect(plank(6, 5.5, 4, "across")).toBe("e6-h6");
    expect(plank(5.5, 7, 4, "up")).toBe("f6-f9");
    expect(plank(5.6, 6.8, 4, "up")).toBe("f6-f9");
    expect(plank(5.5, 6.2, 4, "up")).toBe("f5-f8");
  });
  it("stays on the board", () => {
    expect(plank(0.1, 0.1, 4, "across")).toBe("a1-d1");
    expect(plank(0.1, 0.1, 4, "up")).toBe("a1-a4");
    expect(plank(10.9, 9.9, 2, "up")).toBe("k9-k10");
    expect(plank(11.2, 5, 2, "up")).toBeNull();
  });
});
