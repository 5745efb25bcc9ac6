import { describe, expect, it } from "vitest";
import type { PlayedMove } from "../contract";
import type { View } from "./logic";
import { finished, recentPlanks } from "./round-end";

const placed = (seat: number, at: string, level = 0) => ({ event: "placed", seat, at, level });
const round = (number: number) => ({ event: "round", round: number, points: [12, 9], areas: [["a1"], []] });
const step = (number: number, ...events: PlayedMove["events"][number][]): PlayedMove => ({ number, seat: 1, events });
const view = (now: Partial<View>): View => ({
  round: 1,
  turn: 0,
  hands: [
    { 5: 0, 4: 1 },
    { 5: 0, 4: 2 },
  ],
  planks: [{ owner: 0, at: "a2-d2", level: 0 }],
  points: [],
  areas: [[], []],
  ...now,
});

describe("the end of a round", () => {
  const end = finished(view({}), [placed(1, "f1-f4"), round(1)]);
  it("shows the last plank, the areas and the points", () => {
    expect(end?.planks.at(-1)).toEqual({ owner: 1, at: "f1-f4", level: 0 });
    expect(end?.areas).toEqual([["a1"], []]);
    expect(end?.points).toEqual([[12, 9]]);
  });
  it("takes the plank out of its owner's stock", () => expect(end?.hands[1]).toEqual({ 5: 0, 4: 1 }));
  it("is told only by the events of such a move", () => expect(finished(view({}), [placed(1, "f1-f4")])).toBeNull());
});

describe("the planks since our last turn", () => {
  const planks = [
    { owner: 0, at: "a2-d2", level: 0 },
    { owner: 1, at: "f1-f4", level: 0 },
  ];
  it("are found on the board", () =>
    expect(recentPlanks(view({ planks }), [step(1, placed(1, "f1-f4"))])).toEqual([1]));
  it("stay while the end of the round is looked at", () => {
    const end = view({ planks, points: [[12, 9]] });
    expect(recentPlanks(end, [step(1, placed(1, "f1-f4"), round(1))])).toEqual([1]);
  });
  it("are not those of the round before", () => {
    const next = view({ round: 2, planks, points: [[12, 9]] });
    const since = [step(1, placed(1, "f1-f4"), round(1)), step(2, placed(0, "a2-d2"))];
    expect(recentPlanks(next, since)).toEqual([0]);
  });
});
