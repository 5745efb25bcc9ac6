import { describe, expect, it } from "vitest";
import {
  answers,
  dominoOf,
  extent,
  frame,
  groupAt,
  groups,
  halves,
  moveText,
  outline,
  pawnAt,
  poseOf,
  poses,
  sorted,
  window_,
} from "./logic";

describe("a domino", () => {
  it("has one text for each placement", () => {
    const at = { a: 3, b: 7, x: 2, y: -1 };
    expect([0, 1, 2, 3].map((turn) => moveText({ ...at, turn }))).toEqual([
      "3-7 E 2,-1",
      "3-7 N 2,-1",
      "7-3 E 1,-1",
      "7-3 N 2,-2",
    ]);
  });
  it("is read back", () => {
    for (const move of ["3-7 E 2,-1", "7-3 N 0,4"]) {
      const pose = poseOf(move);
      expect(pose && moveText(pose)).toBe(move);
      expect(dominoOf(move)).toBe("3-7");
    }
    expect(poseOf("pawn 2,3")).toBeNull();
    expect(halves({ a: 3, b: 7, x: 0, y: 0, turn: 3 })[1]).toEqual({ x: 0, y: -1, nose: 7 });
  });
  it("turns to where it fits", () => {
    const allowed = new Set(["7-3 N 2,2", "3-7 N 2,3", "7-3 E 2,3"]);
    const found = poses("3-7", { x: 2, y: 3 }, 0, allowed);
    expect(found.map(moveText)).toEqual(["3-7 N 2,3", "7-3 N 2,2", "7-3 E 2,3"]);
    expect(poses("3-7", { x: 9, y: 9 }, 1, allowed).map((pose) => pose.turn)).toEqual([1, 2, 3, 0]);
    expect(poses("4-4", { x: 0, y: 0 }, 0, new Set(["4-4 E 0,0"]))).toHaveLength(1);
  });
});

describe("the frame", () => {
  it("lies around the layout until it is fixed", () => {
    const small = frame(
      extent([
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ]),
    );
    expect(small).toMatchObject({ left: -4, right: 5, fixedAcross: false, fixedUp: false });
    const wide = frame({ left: -3, right: 6, bottom: 0, top: 4 });
    expect(wide).toMatchObject({ left: -3, right: 6, fixedAcross: true, fixedUp: false });
  });
  it("is shown with all that can be reached", () => {
    expect(window_({ left: 0, right: 7, bottom: 0, top: 9 })).toEqual({ left: -2, right: 9, bottom: -1, top: 10 });
    expect(window_({ left: 0, right: 9, bottom: 0, top: 9 })).toEqual({ left: 0, right: 9, bottom: 0, top: 9 });
  });
});

describe("groups", () => {
  const squares: [number, number, number][] = [
    [0, 0, 3],
    [1, 0, 7],
    [0, 1, 3],
    [1, 1, 5],
    [2, 1, 3],
    [2, 0, 7],
  ];
  it("are two or more equal noses", () => {
    expect(groups(squares).map((group) => [group.nose, group.squares.length])).toEqual([
      [3, 2],
      [7, 2],
    ]);
    expect(groupAt(groups(squares), { x: 1, y: 1 })).toBeNull();
    expect(groupAt(groups(squares), { x: 2, y: 0 })?.nose).toBe(7);
  });
  it("have a rim", () => {
    expect(outline([{ x: 0, y: 0 }], 40, 0)).toBe("M40 40L40 0L0 0L0 40Z");
    expect(
      outline(
        [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
        ],
        40,
        2,
      ).match(/L/g),
    ).toHaveLength(3);
    const bend = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ];
    expect(outline(bend, 40, 2).match(/L/g)).toHaveLength(5);
    const ring = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => ({ x, y }))).filter(({ x, y }) => x || y);
    expect(outline(ring, 40, 2).match(/M/g)).toHaveLength(2);
    const touching = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ];
    expect(outline(touching, 40, 2).match(/M/g)).toHaveLength(2);
  });
});

describe("the hand", () => {
  it("is sorted", () => {
    const hand = ["0-1", "0-3", "1-3", "2-2"];
    expect(sorted(hand, "number", new Set())).toEqual(hand);
    expect(sorted(hand, "3", new Set())).toEqual(["0-3", "1-3", "0-1", "2-2"]);
    expect(sorted(hand, "fitting", new Set(["2-2"]))).toEqual(["2-2", "0-1", "0-3", "1-3"]);
  });
});

describe("answers", () => {
  it("come in order", () => {
    expect(answers(["skip", "pawn 2,-3", "pawn"])).toEqual(["pawn", "pawn 2,-3", "skip"]);
    expect(answers(["3-7 E 2,-1"])).toEqual([]);
    expect(pawnAt("pawn 2,-3")).toEqual({ x: 2, y: -3 });
    expect(pawnAt("pawn")).toBeNull();
  });
});
