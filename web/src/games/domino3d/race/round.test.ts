import { describe, expect, it } from "vitest";
import type { Piece } from "../logic";
import type { RaceView } from "../view";
import { checksIn, finishedRound, firstShown, lackOf, ownPosition, taskOf } from "./round";

const flat = (domino: number, x: number, y = 0, z = 0): Piece => ({ domino, at: [x, y, z], to: "E", up: "U" });
const upright = (domino: number, x: number): Piece => ({ domino, at: [x, 0, 0], to: "U", up: "W" });

function race(change: Partial<RaceView> = {}): RaceView {
  return {
    mode: "race",
    phase: "build",
    round: 1,
    hands: [[3, 9], [5]],
    sets: [[], [flat(4, 0)]],
    finished: [],
    given_up: [],
    verdicts: [null, null],
    totals: [0, 4],
    to_act: [0, 1],
    ...change,
  };
}

describe("what is to be done", () => {
  it("goes from the first domino to saying that one is done", () => {
    expect(taskOf(race(), ["give up"], 0)).toBe("first");
    expect(taskOf(race({ sets: [[flat(4, 0)], []] }), ["give up"], 0)).toBe("build");
    expect(taskOf(race({ hands: [[], []], sets: [[flat(4, 0)], []] }), ["give up"], 0)).toBe("upright");
    expect(taskOf(race({ hands: [[], []], sets: [[upright(4, 0)], []] }), ["give up"], 0)).toBe("pieces");
    expect(taskOf(race({ hands: [[], []], sets: [[upright(4, 0)], []] }), ["done", "give up"], 0)).toBe("done");
    expect(taskOf(race({ phase: "check" }), ["accept", "object"], 0)).toBe("check");
  });

  it("tells what is lacking", () => {
    expect(lackOf(race(), [], 0)).toEqual({ kind: "hand", n: 2 });
    expect(lackOf(race({ hands: [[], []] }), [], 0)).toEqual({ kind: "upright" });
    expect(lackOf(race({ hands: [[], []] }), ["done"], 0)).toBeNull();
  });

  it("is not concerned by what others do", () => {
    const moved = race({ sets: [[], [flat(4, 0), flat(5, 2)]], hands: [[3, 9], []] });
    expect(ownPosition(moved, 0)).toBe(ownPosition(race(), 0));
    expect(ownPosition(moved, 1)).not.toBe(ownPosition(race(), 1));
    expect(ownPosition(race({ round: 2 }), 0)).not.toBe(ownPosition(race(), 0));
    expect(ownPosition(race({ given_up: [1] }), 0)).toBe(ownPosition(race(), 0));
    expect(ownPosition(race({ given_up: [0] }), 0)).not.toBe(ownPosition(race(), 0));
  });
});

describe("the end of a round", () => {
  const events = [
    { event: "done", seat: 0, place: 2 },
    { event: "checked", seat: 1, by: null, error: false, wrong: [], points: 2 },
    { event: "checked", seat: 0, by: null, error: true, wrong: [], points: 0 },
    { event: "round", round: 1, totals: [0, 6] },
    { event: "dealt", round: 2, hands: [[1], [2]] },
  ];

  it("keeps the towers of the round", () => {
    const before = race({ hands: [[], []], sets: [[flat(3, 0)], [flat(4, 0)]], finished: [1] });
    const view = finishedRound(before, events);
    expect(view).toMatchObject({ round: 1, phase: "over", finished: [1, 0], totals: [0, 6], to_act: [] });
    expect(view?.sets).toEqual(before.sets);
    expect(finishedRound(before, events.slice(0, 1))).toBeNull();
  });

  it("tells whose set has an error", () => {
    const checks = checksIn(events) ?? [];
    expect(checks.map((one) => [one.seat, one.error])).toEqual([
      [1, false],
      [0, true],
    ]);
    expect(checksIn(events.slice(0, 1))).toBeNull();
    expect(firstShown(checks, 1)).toBe(0);
    expect(firstShown([], 1)).toBeNull();
  });
});
