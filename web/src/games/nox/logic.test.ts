import { describe, expect, it } from "vitest";
import type { PlayedMove } from "../contract";
import {
  arrivals,
  countOf,
  goal,
  laid,
  missing,
  type NoxView,
  nextTarget,
  order,
  outlook,
  parse,
  recentPlays,
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

describe("what came since our last turn", () => {
  const played = (seat: number, card: string, display: number, onto: string | null = null) => ({
    event: "played",
    seat,
    card,
    display,
    onto,
    merged: false,
  });
  const step = (number: number, ...events: PlayedMove["events"][number][]): PlayedMove => ({ number, seat: 1, events });
  const over = { event: "round", round: 1 };
  const plays = [played(1, "g5", 0), played(2, "g14", 0, "g5"), played(3, "b4", 0, "b9"), played(4, "o3", 2)];

  it("is found by the card that its stack shows", () => {
    const here = arrivals(plays, 0);
    expect(here.get("g14")).toEqual([
      { seat: 1, card: "g5", onto: null, merged: false },
      { seat: 2, card: "g14", onto: "g5", merged: false },
    ]);
    expect(here.get("b4")).toEqual([{ seat: 3, card: "b4", onto: "b9", merged: false }]);
    expect([...here.keys()]).not.toContain("o3");
  });
  it("is found in a merged stack, too", () => {
    const merging = [played(1, "g5", 0), played(2, "g5", 0, "g14")]; // the second one merges with the first
    expect(arrivals(merging, 0).get("g5")).toHaveLength(2);
  });
  it("says where two stacks became one", () => {
    const merger = { event: "merged", display: 0, card: "g5", top: 0, under: 1 };
    const steps = [step(1, played(1, "b4", 0)), step(2, played(2, "g5", 0, "g14"), merger)];
    expect(recentPlays(steps, false).map((one) => one.merged)).toEqual([false, true]);
  });
  it("begins with the round that is on the table", () => {
    const steps = [step(1, played(1, "g5", 0)), step(2, played(2, "b4", 0), over), step(3, played(1, "o3", 1))];
    expect(recentPlays(steps, false).map((one) => one.card)).toEqual(["o3"]);
    expect(recentPlays(steps.slice(0, 2), false)).toEqual([]);
  });
  it("stays while the end of a round is looked at", () => {
    const steps = [step(1, played(1, "g5", 0)), step(2, played(2, "b4", 0), over)];
    expect(recentPlays(steps, true).map((one) => one.card)).toEqual(["g5", "b4"]);
  });
});
