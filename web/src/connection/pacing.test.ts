import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pacing } from "./pacing.svelte";

let shown: number[];
let pacing: Pacing<number>;
beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  pacing = new Pacing<number>(
    (frame) => shown.push(frame),
    (frame) => (frame < 0 ? 0 : 1000),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

it("shows the first at once and each next one after the last has stayed", () => {
  for (const frame of [1, 2, 3]) pacing.add(frame);
  expect(shown).toEqual([1]);
  expect(pacing.behind).toBe(true);
  vi.advanceTimersByTime(999);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([1, 2, 3]);
  expect(pacing.behind).toBe(false);
});

it("lets a position stay from when it is drawn", async () => {
  for (const frame of [1, 2]) pacing.add(frame);
  vi.advanceTimersByTime(300); // until the page has drawn it
  await Promise.resolve();
  vi.advanceTimersByTime(999);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2]);
});

it("shows what need not stay together with what follows", () => {
  for (const frame of [-1, -2, 3, 4]) pacing.add(frame);
  expect(shown).toEqual([-1, -2, 3]);
});

it("waits longer while something is being shown", () => {
  pacing.add(1);
  pacing.hold(3000);
  pacing.add(2);
  vi.advanceTimersByTime(2999);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2]);
});

it("waits until somebody goes on", () => {
  pacing.add(1);
  pacing.pause();
  pacing.add(2);
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([1]);
  pacing.goOn();
  expect(shown).toEqual([1, 2]);
});

it("shows everything at once when asked, and forgets everything when cleared", () => {
  for (const frame of [1, 2, 3]) pacing.add(frame);
  pacing.flush();
  expect(shown).toEqual([1, 2, 3]);
  pacing.add(4);
  pacing.add(5);
  pacing.clear();
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([1, 2, 3, 4]);
  expect(pacing.behind).toBe(false);
});
