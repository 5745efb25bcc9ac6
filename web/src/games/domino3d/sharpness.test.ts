import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Sharpness } from "./sharpness";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(waits: readonly number[]): number[] {
  const shown: number[] = [];
  const sharpness = new Sharpness((share) => shown.push(share));
  for (const wait of waits) {
    sharpness.took(wait);
    sharpness.before(true);
  }
  sharpness.before(false);
  vi.runAllTimers();
  return shown;
}

it("stays as it is while pictures come in time", () => expect(watched([17, 17, 60, 17, 60, 60, 17])).toEqual([]));

it("is less while they come too slowly, and full again at rest", () => {
  const shown = watched([60, 60, 60, 30]);
  expect(shown).toEqual([0.7, 0.7, 1]);
});

it("has a least", () => expect(Math.min(...watched(Array(40).fill(99)))).toBe(0.4));
