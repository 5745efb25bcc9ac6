import { beforeEach, expect, it, vi } from "vitest";
import { lastLevel, offerTaken, shelfLevel, shelfOptions, shelfPresets } from "./shelf-options";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

it("begins Domino 3D without the hourglass until that was taken", () => {
  expect(shelfOptions("domino3d")).toEqual({ sand: 0 });
  offerTaken("domino3d");
  expect(shelfOptions("domino3d")).toEqual({});
});

it("begins other games as they are", () => expect(shelfOptions("keks")).toEqual({}));

it("offers the race, the solo and the hourglass of Domino 3D, and nothing more of other games", () => {
  expect(shelfPresets("domino3d").map(([name]) => name)).toEqual(["race", "solo", "sand"]);
  expect(shelfPresets("keks")).toEqual([]);
});

it("lets a first match of NOX begin at the first level that seldom harms itself, until another is chosen", () => {
  expect([shelfLevel("nox"), shelfLevel("keks")]).toEqual([3, 2]);
  lastLevel.set(1);
  expect([shelfLevel("nox"), shelfLevel("keks")]).toEqual([1, 1]);
});
