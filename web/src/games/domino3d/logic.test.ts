import { describe, expect, it } from "vitest";
import {
  besides,
  byCells,
  byWorth,
  type Cell,
  filled,
  format,
  halves,
  hangs,
  marksOf,
  nameOf,
  ownDirections,
  type Piece,
  type Pose,
  parse,
  placementsOf,
  poseName,
  START,
  snapped,
  stepped,
  touches,
  turnBetween,
  turned,
  worthOf,
} from "./logic";

const start: Piece = { domino: 0, at: [0, 0, 0], to: "E", up: "U" };

describe("poses", () => {
  it("have their own North at (own U) × (own E)", () => {
    expect(ownDirections({ to: "E", up: "U" }).N).toBe("N");
    expect(ownDirections({ to: "N", up: "U" }).N).toBe("W");
    expect(ownDirections({ to: "U", up: "W" }).N).toBe("N");
  });

  it("come back after four quarter turns, and all 24 are reached by two axes", () => {
    const seen = new Set<string>();
    const todo = [START];
    for (let pose = todo.pop(); pose; pose = todo.pop()) {
      if (seen.has(poseName(pose))) continue;
      seen.add(poseName(pose));
      todo.push(turned(pose, "U"), turned(pose, "E"));
      expect(turned(turned(turned(turned(pose, "N"), "N"), "N"), "N")).toEqual(pose);
    }
    expect(seen.size).toBe(24);
  });
});

describe("marks", () => {
  it("are those of the box in the domino's own frame", () => {
    // Domino 0: ECBEE + ECBBB, half 0 W N S U D, half 1 E N S U D.
    expect(marksOf(0, start)).toEqual([
      { W: "E", N: "C", S: "B", U: "E", D: "E" },
      { E: "E", N: "C", S: "B", U: "B", D: "B" },
    ]);
  });

  it("turn with the domino", () => {
    expect(marksOf(0, turned(start, "U"))[0]).toEqual({ S: "E", W: "C", E: "B", U: "E", D: "E" });
  });
});

describe("towers", () => {
  const taken = filled([start]);

  it("fill the cells of both halves", () => {
    expect([...taken]).toEqual([
      ["0,0,0", 0],
      ["1,0,0", 0],
    ]);
    expect(halves({ at: [2, 0, 1], to: "D", up: "E" }).map(nameOf)).toEqual(["2,0,1", "2,0,0"]);
  });

  it("have free cells beside them", () => {
    expect(besides([start]).map(nameOf).sort()).toEqual(
      ["-1,0,0", "0,-1,0", "0,0,1", "0,1,0", "1,-1,0", "1,0,1", "1,1,0", "2,0,0"].sort(),
    );
    expect(besides([])).toEqual([[0, 0, 0]]);
  });

  it("are touched, or hang in the air", () => {
    expect(touches({ at: [2, 0, 0], to: "E", up: "U" }, taken)).toEqual([0]);
    expect(touches({ at: [3, 0, 0], to: "E", up: "U" }, taken)).toEqual([]);
    expect(hangs({ at: [1, 0, 1], to: "E", up: "U" }, taken)).toBe(true);
    expect(hangs({ at: [1, 0, 2], to: "D", up: "E" }, taken)).toBe(false);
  });

  it("let a domino snap to where there is room, and to where is pointed", () => {
    expect(nameOf(snapped([2, 0, 0], { to: "W", up: "U" }, taken).at)).toBe("3,0,0");
    const north = { to: "N", up: "U" } as const;
    expect(nameOf(snapped([2, 0, 0], north, taken, [1.5, 0.3, 0]).at)).toBe("2,0,0");
    expect(nameOf(snapped([2, 0, 0], north, taken, [1.5, -0.3, 0]).at)).toBe("2,-1,0");
  });

  it("are walked around cell by cell", () => {
    const cells = besides([start]);
    const to = (from: Cell, towards: Cell) => nameOf(stepped(from, towards, cells) ?? [9, 9, 9]);
    expect(to([0, 1, 0], [1, 0, 0])).toBe("1,1,0");
    expect(to([1, 1, 0], [1, 0, 0])).toBe("2,0,0");
    expect(to([0, 1, 0], [0, 0, 1])).toBe("0,0,1");
  });
});

it("knows how far a pose is from another", () => {
  const from = (other: Pose) => turnBetween({ to: "E", up: "U" }, other);
  expect(from({ to: "E", up: "U" })).toBe(0);
  const quarter = from({ to: "N", up: "U" });
  const third = from({ to: "N", up: "E" });
  const half = from({ to: "W", up: "U" });
  expect([quarter, third, half]).toEqual([quarter, third, half].sort((a, b) => a - b));
  expect(new Set([0, quarter, third, half]).size).toBe(4);
});

describe("moves", () => {
  it("are parsed and written the same way", () => {
    for (const text of ["2,0,1 E U", "-3,11,0 U W", "place 17 2,0,0 E U", "lift 17", "done", "give up", "timeout"])
      expect(format(parse(text))).toBe(text);
  });

  it("are grouped by domino, by their cells and by what they touch", () => {
    const legal = ["lift 3", "place 1 2,0,0 E U", "place 1 2,0,0 N U", "place 17 2,0,0 E U", "done"];
    const places = placementsOf(legal, 1);
    expect(places.map(poseName)).toEqual(["E U", "N U"]);
    expect(byCells([...places, { at: [3, 0, 0], to: "W", up: "D" }]).map(poseName)).toEqual(["E U", "N U"]);
    const taken = filled([start]);
    expect(byWorth(places, (place) => worthOf(place, taken)).map(([points]) => points)).toEqual([1]);
    expect(worthOf({ at: [2, 0, 0], to: "U", up: "W" }, taken)).toBe(2); // upright on the table
    expect(worthOf({ at: [0, 0, 1], to: "E", up: "U" }, taken)).toBe(3); // above the table
    expect(worthOf({ at: [0, 0, 1], to: "U", up: "W" }, taken)).toBe(3);
    expect(placementsOf(["2,0,0 E U", "timeout"], null)).toHaveLength(1);
  });
});
