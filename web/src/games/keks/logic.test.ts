import { describe, expect, it } from "vitest";
import {
  boundingPart,
  effectOf,
  type KeksView,
  left,
  nameAt,
  nearest,
  newsIn,
  squareOf,
  stacks,
  step,
  tilesOf,
  together,
  WHOLE,
} from "./logic";

const view: KeksView = {
  board: [".ABCDEF.", "GH....IJ", "........", "........", "........", "........", "........", "...A...."],
  pips: [".123456.", "12....34", "........", "........", "........", "........", "........", "...5...."],
  held: [{ C: 2 }, { D: 1 }],
  gone: ["A", "B", "C", "D"],
  eliminated: "A",
  won: [["B"], []],
  colour: "C",
  turn: 0,
};
const tiles = tilesOf(view);
const at = (name: string) => squareOf(name);

describe("squares", () => {
  it("are named from the bottom left", () => {
    expect(nameAt(0, 7)).toBe("a1");
    expect(squareOf("h8")).toEqual({ at: "h8", x: 7, y: 0 });
  });
  it("with tiles are read row by row", () => {
    expect(tiles).toHaveLength(11);
    expect(tiles[0]).toEqual({ at: "b8", x: 1, y: 0, colour: "A", pips: 1 });
    expect(tiles.at(-1)).toEqual({ at: "d1", x: 3, y: 7, colour: "A", pips: 5 });
  });
});

describe("a part of the plate", () => {
  it("reaches to the outermost squares", () =>
    expect(boundingPart([at("c4"), at("e5")])).toEqual({ left: 2, top: 3, wide: 3, high: 2 }));
  it("may be the whole", () => expect(boundingPart(tiles)).toEqual(WHOLE));
});

describe("the focus", () => {
  it("steps to the neighbour", () => expect(step(tiles, at("b8"), [1, 0])?.at).toBe("c8"));
  it("jumps over holes", () => expect(step(tiles, at("b7"), [1, 0])?.at).toBe("g7"));
  it("goes down a column first", () => expect(step(tiles, at("d8"), [0, -1])?.at).toBe("d1"));
  it("goes aside where nothing lies ahead", () => expect(step(tiles, at("d1"), [-1, 0])?.at).toBe("b7"));
  it("stays at the edge", () => expect(step(tiles, at("h7"), [1, 0])?.at).toBe("h7"));
  it("moves to the nearest tile when its own is gone", () => expect(nearest(tiles, at("e2"))?.at).toBe("d1"));
  it("has nowhere to go on an empty board", () => expect(nearest([], at("e2"))).toBeUndefined());
});

describe("colours", () => {
  it("stand differently for each seat", () => {
    const [mine, theirs] = [stacks(view, 0), stacks(view, 1)];
    expect(mine.map((one) => one.standing).slice(0, 3)).toEqual(["eliminated", "won", "open"]);
    expect(theirs[1]?.standing).toBe("lost");
    expect(mine[2]).toEqual({ colour: "C", standing: "open", held: 2, fresh: false });
    expect(mine[9]?.fresh).toBe(true);
  });
  it("left are those nobody has", () => expect(left(view).join("")).toBe("CDEFGHIJ"));
});

describe("what a take would do", () => {
  const taken = (kept: boolean) => ({ event: "taken", seat: 0, at: "d1", colour: "A", pips: 1, kept });
  it("is kept or thrown away", () => {
    expect(effectOf([taken(true)])).toBe("kept");
    expect(effectOf([taken(false)])).toBe("thrown");
  });
  it("names what weighs most", () => {
    expect(effectOf([taken(true), { event: "won" }, { event: "over" }])).toBe("over");
    expect(effectOf([taken(true), { event: "eliminated" }])).toBe("eliminated");
  });
});

describe("news", () => {
  const taken = { event: "taken", seat: 0, at: "d1", colour: "A", pips: 1, first: false, kept: true };
  const decided = { event: "eliminated", colour: "A" };
  it("is a decided glaze", () =>
    expect(newsIn([taken, decided], 0)).toEqual({ seat: 0, colour: "A", decided, spent: false }));
  it("is a turn that ended by itself", () =>
    expect(newsIn([taken], 1)).toEqual({ seat: 0, colour: "A", decided: null, spent: true }));
  it("is nothing else", () => {
    expect(newsIn([taken], 0)).toBeNull();
    expect(newsIn([taken], null)).toBeNull();
    expect(newsIn([{ event: "stopped", seat: 0 }], 1)).toBeNull();
  });
});

it("tells the tiles of a turn in one sentence", () => {
  const taken = (at: string, kept = true) => ({ event: "taken", seat: 1, colour: "A", at, kept, pips: 2 });
  const won = { event: "won", seat: 1, colour: "A" };
  expect(together([taken("c3", false), taken("c4"), taken("d4"), won])).toEqual([
    taken("c3", false),
    { ...taken("c4"), event: "taken_together", at: ["c4", "d4"], pips: 4 },
    won,
  ]);
  expect(together([taken("c4"), won])).toEqual([taken("c4"), won]);
});
