import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Resolution, reset } from "./resolution";

beforeEach(() => {
  vi.useFakeTimers();
  reset();
});
afterEach(() => void vi.useRealTimers());

/** The resolutions of the frames of an animation with these waits, and of those after it. */
function shares(waits: readonly number[]): number[] {
  const shown: number[] = [];
  const resolution = new Resolution(() => shown.push(resolution.next(false)));
  for (const wait of waits) {
    resolution.frameTook(wait);
    shown.push(resolution.next(true));
  }
  shown.push(resolution.next(false));
  vi.runAllTimers();
  return shown;
}

it("stays full while frames come in time", () =>
  expect(new Set(shares([17, 17, 60, 17, 60, 17]))).toEqual(new Set([1])));

it("is lower while they come too slowly, and full again at rest", () => {
  const [first, second, third, fourth, last] = shares([33, 33, 17]);
  expect(first).toBe(1);
  expect(second).toBeCloseTo(0.71, 2);
  expect([third, fourth]).toEqual([second, second]);
  expect(last).toBe(1);
});

it("is at most halved at once, and has a lower bound", () => {
  expect(shares([999, 999])[1]).toBe(0.5);
  expect(Math.min(...shares(Array(40).fill(99)))).toBe(0.2);
});

it("draws the next animation at once, and its end with full resolution", () => {
  shares([33, 33]);
  const shown: number[] = [];
  const resolution = new Resolution(() => shown.push(resolution.next(false)));
  shown.push(resolution.next(true), resolution.next(false), resolution.next(false));
  vi.runAllTimers();
  expect(shown.map((share) => share === 1)).toEqual([false, false, false, true]);
});

it("keeps a sharp picture sharp while something blinks, and does not put off the sharp one", () => {
  shares([33, 33]);
  const shown: number[] = [];
  const resolution = new Resolution(() => shown.push(resolution.next(false)));
  resolution.next(true);
  resolution.next(false);
  vi.advanceTimersByTime(380);
  expect(resolution.next(false, true)).toBeLessThan(1);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual([1]);
  expect([resolution.next(false, true), resolution.next(false, true)]).toEqual([1, 1]);
});

it("does not blink where a frame of full resolution takes too long", () => {
  expect(new Resolution(() => {}).blinks).toBe(true);
  expect(new Resolution(() => {}, 0.3).blinks).toBe(false);
});
