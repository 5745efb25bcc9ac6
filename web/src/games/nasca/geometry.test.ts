import { describe, expect, it } from "vitest";
import { CELL, frameAround, HEIGHT, partAround, WHOLE } from "./geometry";
import { square, squaresOf } from "./logic";

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
