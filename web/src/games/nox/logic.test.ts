import { describe, expect, it } from "vitest";
import {
  countOf,
  goal,
  laid,
  missing,
  type NoxView,
  nextTarget,
  order,
  outlook,
  parse,
  sum,
  textOf,
  worth,
} from "./logic";

describe("moves", () => {
  it.each(["g14>1", "g14>1:g5", "b1>0:b1"])("%s is taken apart and put together", (move) =>
    expect(textOf(parse(move))).toBe(move),
  );
  it("say what they cover", () => {
    expect(parse("g14>1:g5")).toEqual({ card: "g14", display: 1, onto: "g5" });
    expect(parse("o3>2").onto).toBeNull();
  });
});

describe("a display", () => {
  const two = [["g5", "g14"], ["b4"]];
  const three = [...two, ["o3"]];
  it("counts only its top cards", () => expect(sum(three)).toBe(21));
  it("is worth nothing while a colour is missing", () => {
    expect(worth(two)).toBe(0);
    expect(missing(two)).toEqual(["o"]);
    expect(worth(three)).toBe(21);
    expect(missing([])).toEqual(["b", "g", "o"]);
  });
});

describe("the table", () => {
  it("begins at our left and ends with us", () => {
    expect(order(4, 1)).toEqual([2, 3, 0, 1]);
    expect(order(3, null)).toEqual([0, 1, 2]);
  });
  it("knows hidden cards by their number only", () => {
    expect(countOf(3)).toBe(3);
    expect(countOf(["b4"])).toBe(1);
  });
  it("is played to a goal", () => {
    expect(goal({ variant: "classic", target: null })).toBe(150);
    expect(goal({ variant: "hard", target: null })).toBe(100);
    expect(goal({ variant: "hard", target: 40 })).toBe(40);
  });
});

describe("what a move would do", () => {
  const view = { displays: [[["b4"], ["g5"], ["o3", "o10"]], []] } as unknown as NoxView;
  const played = { event: "played", seat: 0, card: "o10", display: 0, onto: "o3" };
  it("is read from the view after it", () =>
    expect(outlook(parse("o10>0:o3"), [played], view)).toMatchObject({ worth: 19, ends: false, merges: false }));
  it("is counted by the server when the round ends", () => {
    const over = { event: "round", round: 1, display: 0, worth: [40, 0], noted: [40, 0], totals: [40, 0] };
    expect(outlook(parse("o10>0"), [played, over], { ...view, displays: [[], []] })).toMatchObject({
      worth: 40,
      ends: true,
    });
  });
});

describe("the focus among targets", () => {
  const at = (display: number, x: number, y: number) => ({ display, x, y });
  const all = [at(1, 0, 0), at(1, 50, 0), at(2, 0, 100), at(0, 40, 200)] as const;
  it("goes along", () => expect(nextTarget(all, all[0], "ArrowRight")).toBe(all[1]));
  it("goes to the display below, nearest first", () => expect(nextTarget(all, all[2], "ArrowDown")).toBe(all[3]));
  it("goes up", () => expect(nextTarget(all, all[3], "ArrowUp")).toBe(all[2]));
  it("leaves at the bottom, back to the hand", () => expect(nextTarget(all, all[3], "ArrowDown")).toBeNull());
  it("stays at the top", () => expect(nextTarget(all, all[0], "ArrowUp")).toBe(all[0]));
});

describe("what events tell is laid down", () => {
  const displays = [[["g5"], ["b4"], ["g14"]], []];
  const played = (card: string, display: number, onto: string | null) => ({ seat: 1, card, display, onto });
  it("beside", () => expect(laid(displays, played("o3", 1, null), null)).toEqual([displays[0], [["o3"]]]));
  it("onto", () => expect(laid(displays, played("b9", 0, "b4"), null)?.[0]).toEqual([["g5"], ["b4", "b9"], ["g14"]]));
  it("merging: the stack played onto goes on top, at the earlier place", () => {
    const merged = { display: 0, card: "g14", top: 0, under: 2 };
    expect(laid(displays, played("g14", 0, "g5"), merged)?.[0]).toEqual([["g14", "g5", "g14"], ["b4"]]);
  });
  it("only where it fits", () => expect(laid(displays, played("o3", 1, "o8"), null)).toBeNull());
  it("on copies", () => {
    laid(displays, played("b9", 0, "b4"), null);
    expect(displays[0]?.[1]).toEqual(["b4"]);
  });
});
