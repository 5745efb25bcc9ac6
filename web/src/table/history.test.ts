import { expect, it } from "vitest";
import type { EntryShown, Now } from "$connection/protocol";
import { answersTo, eventsOf, movesOf, shownAgain, stepsSince, turnsOf } from "./history";

const entries = (...kinds: (number | string)[]): EntryShown[] =>
  kinds.map((one, number) =>
    typeof one === "number"
      ? { number, at: number, kind: "moved", fields: { seat: one }, events: [{ event: "placed", seat: one }] }
      : { number, at: number, kind: one.split(":")[0] ?? "", fields: { to: Number(one.split(":")[1]) } },
  );
const seats = (steps: { seat: number }[]) => steps.map((step) => step.seat);

it("tells what has happened since our last move", () => {
  expect(seats(stepsSince(entries("made", "started", 0, 1, 2, 2, "said"), [0], 3))).toEqual([1, 2, 2]);
  expect(seats(stepsSince(entries("started", 1, 2), [0], 3))).toEqual([1, 2]);
  expect(stepsSince(entries("started"), [0], 3)).toEqual([]);
});

it("tells all of our own turn until somebody answers", () => {
  expect(seats(stepsSince(entries(1, 0, 0, 0), [0], 2))).toEqual([0, 0, 0]);
});

it("tells whoever watches a whole lap", () => {
  expect(seats(stepsSince(entries(0, 1, 2, 0, 0, 1), [], 3))).toEqual([2, 0, 0, 1]);
});

it("leaves out what was taken back", () => {
  const all = entries(0, 1, 0, 1, "tookback:2", 0);
  expect(movesOf(all).map((move) => move.undone)).toEqual([false, false, true, true, false]);
  expect(seats(stepsSince(all, [1], 2))).toEqual([0]);
  expect(seats(stepsSince(entries(0, 1, "tookback:1"), [0], 2))).toEqual([0]);
});

it("counts moves of a resumed match from where it was left", () => {
  expect(movesOf(entries(0, 1, "tookback:11"), 10).map((move) => move.undone)).toEqual([false, true]);
});

it("joins the moves of a turn", () => {
  const placed = (seat: number) => ({ event: "placed", seat });
  const steps = stepsSince(entries(0, 1, 1, 2), [0], 3);
  expect(turnsOf(steps)).toEqual([[placed(1), placed(1)], [placed(2)]]);
});

it("says which events the clock has caused", () => {
  const [entry] = entries(0);
  if (!entry) throw new Error("no entry");
  expect(eventsOf(entry)).toEqual([{ event: "placed", seat: 0 }]);
  expect(eventsOf({ ...entry, fields: { seat: 0, by: "clock" } })).toEqual([{ event: "placed", seat: 0, clock: true }]);
});

it("knows what followed our last move", () => {
  const numbers = (all: EntryShown[]) => answersTo(all, [0]).map((entry) => entry.number);
  expect(numbers(entries("made", "started", 0, 1, "said", 2))).toEqual([3, 5]);
  expect(numbers(entries("started", 1, 2))).toEqual([1, 2]);
  expect(numbers(entries("started", 1, 0))).toEqual([]);
  expect(numbers(entries(0, 1, 1, "tookback:2"))).toEqual([]);
});

it("makes what was shown since our last move again, ending with what is shown now", () => {
  const all = entries("started", 0, 1, "said", 2, "came");
  const now: Now = {
    status: "running",
    match_version: 4,
    seats: [],
    view: { at: "now" },
    to_act: [0],
    legal: { 0: ["a"] },
  };
  const positions = [1, 2, 3].map((at) => ({ view: { at }, to_act: [at % 3] }));
  const shown = shownAgain(all, answersTo(all, [0]), positions, now);
  expect(shown.map(({ count, fresh }) => [count, fresh.map((entry) => entry.number)])).toEqual([
    [2, []],
    [3, [2]],
    [6, [4]],
  ]);
  expect(shown.map((one) => one.now.view)).toEqual([{ at: 1 }, { at: 2 }, { at: "now" }]);
  expect(shown.map((one) => one.now.match_version)).toEqual([1, 2, 4]);
  expect(shown[1]?.now.legal).toBeNull();
  expect(shown.at(-1)?.now).toBe(now);
});
