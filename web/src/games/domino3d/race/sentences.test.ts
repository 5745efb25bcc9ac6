import { describe, expect, it } from "vitest";
import type { Params } from "$app/i18n.svelte";
import type { RaceView } from "../view";
import { stakeOf } from "./round";
import { pointsOf, raceWaiting } from "./sentences";

const view: RaceView = {
  mode: "race",
  phase: "build",
  round: 1,
  hands: [[], [3, 9], [5]],
  sets: [[], [], []],
  finished: [0],
  given_up: [],
  verdicts: [null, null, null],
  totals: [4, 0, 2],
  to_act: [1, 2],
};
const t = (key: string, params: Record<string, unknown> = {}) => `${key} ${JSON.stringify(params)}`;

describe("the points of a round", () => {
  it("are one fewer for each who was done before", () => {
    expect([0, 1, 2].map((place) => stakeOf(view, place))).toEqual([3, 2, 1]);
    expect(pointsOf(view, t)).toBe('race.how {"n":3}');
    expect(pointsOf({ ...view, totals: [0, 0] }, t)).toBe('race.how_two {"n":2}');
  });
});

describe("while others build", () => {
  const situation = { view, options: {}, legal: [], you: 0, help: false };

  it("tells who, and how many dominoes they have left", () => {
    const told = (key: string, { names, name, n }: Params = {}) => (names as string[])?.join() ?? `${key} ${name} ${n}`;
    expect(raceWaiting(situation, told, (seat) => `seat ${seat}`)).toBe("race.builder seat 1 2,race.builder seat 2 1");
  });

  it("tells that sets are checked", () => {
    const checking = { ...situation, view: { ...view, phase: "check" as const } };
    expect(raceWaiting(checking, t, String)).toBe("status.others_check {}");
  });
});
