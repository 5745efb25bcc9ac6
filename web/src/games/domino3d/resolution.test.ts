import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afresh, Sharpness } from "./resolution";

beforeEach(() => {
  vi.useFakeTimers();
  afresh();
});
afterEach(() => void vi.useRealTimers());

/** The shares of the frames of a movement with these waits, and of those after it. */
function shares(waits: readonly number[]): number[] {
  const shown: number[] = [];
  const sharpness = new Sharpness(() => shown.push(sharpness.next(false)));
  for (const wait of waits) {
    sharpness.took(wait);
    shown.push(sharpness.next(true));
  }
  shown.push(sharpness.next(false));
  vi.runAllTimers();
  return shown;
}

it("stays full while frames come in time", () =>
  expect(new Set(shares([17, 17, 60, 17, 60, 17]))).toEqual(new Set([1])));

it("is less while they come too slowly, and full again at rest", () => {
  const [first, second, third, fourth, last] = shares([33, 33, 17]);
  expect(first).toBe(1);
  expect(second).toBeCloseTo(0.71, 2);
  expect([third, fourth]).toEqual([second, second]);
  expect(last).toBe(1);
});

it("gives up no more than half at once, and has a least", () => {
  expect(shares([999, 999])[1]).toBe(0.5);
  expect(Math.min(...shares(Array(40).fill(99)))).toBe(0.2);
});

it("draws the next thing that happens at once, sharp when that rests", () => {
  shares([33, 33]);
  const shown: number[] = [];
  const sharpness = new Sharpness(() => shown.push(sharpness.next(false)));
  shown.push(sharpness.next(true), sharpness.next(false), sharpness.next(false));
  vi.runAllTimers();
  expect(shown.map((share) => share === 1)).toEqual([false, false, false, true]);
});
