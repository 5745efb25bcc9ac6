import { expect, it } from "vitest";
import { byLevel, dots, type Played } from "./progress";

const played = (level: number | null, share: number): Played => ({
  table: "x",
  at: 0,
  category: "",
  share,
  points: 0,
  level,
});
const matches = [played(3, 1), played(0, 0), played(3, 0.5), played(null, 1), played(5, 0)];

it("counts matches by the strongest computer", () => {
  expect(byLevel(matches)).toEqual([
    { level: 5, matches: 1, won: 0 },
    { level: 3, matches: 2, won: 1.5 },
    { level: 0, matches: 1, won: 0 },
  ]);
});

it("puts each match on the line of its level, in order", () => {
  const found = dots(matches, 400, 10);
  expect(found.map(({ y }) => y)).toEqual([20, 50, 20, 0]);
  expect(found.map(({ x }) => x)).toEqual([50, 150, 250, 350]);
});
