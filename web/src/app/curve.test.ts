import { expect, it } from "vitest";
import { curve } from "./curve";

it("draws one match after the other, higher for more points", () => {
  const { dots, path } = curve([0, 10, 20], 100, 50);
  expect(dots).toEqual([
    { x: 0, y: 50 },
    { x: 50, y: 25 },
    { x: 100, y: 0 },
  ]);
  expect(path).toBe("M0.0 50.0L50.0 25.0L100.0 0.0");
});

it("puts a single match into the middle", () => expect(curve([4], 100, 50).dots[0]?.x).toBe(50));

it("has round ticks from nothing to above the best", () => {
  const ticksOf = (...points: number[]) => curve(points, 100, 50).ticks.map((tick) => tick.points);
  expect(ticksOf(0)).toEqual([0, 1]);
  expect(ticksOf(3)).toEqual([0, 1, 2, 3]);
  expect(ticksOf(43, 12)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(ticksOf(108)).toEqual([0, 50, 100, 150]);
});
