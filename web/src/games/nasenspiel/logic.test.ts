import { describe, expect, it } from "vitest";
import {
  answers,
  digitOf,
  dominoOf,
  dominoWidth,
  extent,
  firstPose,
  frame,
  groupAt,
  groups,
  groupsOwned,
  halves,
  heightOf,
  marksOf,
  meant,
  moveText,
  outline,
  partAround,
  pawnAt,
  poseOf,
  poses,
  sorted,
  squaresAt,
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
  it("stays where it is, and moves no more than the layout needs", () => {
    const from = { x: -4, y: -4 };
    expect(frame({ left: -4, right: 1, bottom: 0, top: 5 }, from)).toMatchObject({ left: -4, bottom: -4 });
    expect(frame({ left: -5, right: 1, bottom: 0, top: 6 }, from)).toMatchObject({ left: -5, bottom: -3 });
  });
  it("is shown with one square around it", () => {
    expect(partAround(frame({ left: 0, right: 1, bottom: 0, top: 0 }))).toEqual({
      left: -5,
      right: 6,
      bottom: -5,
      top: 6,
    });
  });
  it("has place for the first domino everywhere", () => {
    const shown = { left: -5, right: 6, bottom: -5, top: 6 };
    expect(firstPose("3-7", { x: -2, y: 4 }, shown)).toEqual({ a: 3, b: 7, turn: 0, x: -2, y: 4 });
    expect(firstPose("3-7", { x: 6, y: 4 }, shown)).toMatchObject({ x: 5, y: 4 });
  });
});

describe("a finger", () => {
  const places = [
    { x: 0, y: 2 },
    { x: 1, y: 2 },
  ];
  it("means the nearest place", () => {
    expect(meant({ x: 0.4, y: 1.2 }, places)).toEqual(places[0]);
    expect(meant({ x: 0.6, y: 1.2 }, places)).toEqual(places[1]);
  });
  it("means what it touches where no place is near", () => {
    expect(meant({ x: 0, y: 0.5 }, places)).toBeNull();
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
  it("are the points of whose pawns stand on them, the largest first", () => {
    const pawns: { seat: number; at: [number, number] }[] = [
      { seat: 1, at: [0, 0] },
      { seat: 0, at: [5, 0] },
      { seat: 0, at: [1, 0] },
    ];
    const more: [number, number, number][] = [5, 6, 7].map((x) => [x, 0, 1]);
    const view = { squares: [...squares, ...more], pawns, hands: [[], [], []] };
    const sizes = groupsOwned(view).map((own) => own.map((group) => [group.nose, group.squares.length]));
    expect(sizes).toEqual([
      [
        [1, 3],
        [7, 2],
      ],
      [[3, 2]],
      [],
    ]);
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

describe("what happened since our last turn", () => {
  it("is who laid, put and took back what", () => {
    const steps = [
      {
        number: 7,
        seat: 1,
        events: [
          { event: "placed", seat: 1, move: "3-9 N 0,2", domino: "3-9" },
          { event: "returned", seat: 0, at: [1, 3], nose: 3 },
          { event: "asked", seat: 1, at: [0, 2], noses: 5, nose: 3 },
        ],
      },
      { number: 8, seat: 1, events: [{ event: "put", seat: 1, at: [0, 2], from: null, noses: 5, nose: 3 }] },
    ];
    expect(marksOf(steps)).toEqual({
      dominoes: [{ seat: 1, move: "3-9 N 0,2" }],
      put: [{ seat: 1, at: { x: 0, y: 2 } }],
      returned: [{ seat: 0, at: { x: 1, y: 3 } }],
    });
  });
  it("lights up squares and whole groups, each square once", () => {
    const all = groups([
      [0, 0, 3],
      [0, 1, 3],
      [1, 0, 7],
    ]);
    expect(squaresAt(["1,0", "0,1"], all)).toHaveLength(2);
    expect(squaresAt(["group 0,1", "0,0"], all)).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 1 },
    ]);
    expect(squaresAt(["group 5,-5"], all)).toEqual([{ x: 5, y: -5 }]);
  });
});

describe("the tray", () => {
  it("has dominoes as large as its box allows", () => {
    const [width, height] = [340, 250];
    const size = dominoWidth(width, height, 27);
    const columns = Math.floor((width + 4) / (size + 4));
    expect(Math.ceil(27 / columns) * (heightOf(size) + 4)).toBeLessThanOrEqual(height + 4);
    expect(dominoWidth(600, 500, 10)).toBe(124);
    expect(dominoWidth(100, 40, 27)).toBe(60);
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
  it("come in order, no pawn last and by the same digit", () => {
    expect(answers(["skip", "pawn 2,-3", "pawn"])).toEqual(["pawn", "pawn 2,-3", "skip"]);
    expect(answers(["3-7 E 2,-1"])).toEqual([]);
    expect(["pawn", "pawn 2,-3", "skip"].map(digitOf)).toEqual([1, 2, 0]);
    expect(["pawn", "skip"].map(digitOf)).toEqual([1, 0]);
    expect(pawnAt("pawn 2,-3")).toEqual({ x: 2, y: -3 });
    expect(pawnAt("pawn")).toBeNull();
  });
});
