import { describe, expect, it } from "vitest";
import { flatten, type Nested } from "$app/i18n.svelte";
import type { Cell } from "../logic";
import type { View } from "../view";
import { inWords, messageOf, moveInWords, partsOf, placeInWords, placesOf, readable, spotOf } from "./sentences";

/** Keys and parameters instead of sentences. */
const t = (key: string, params: object = {}) =>
  Object.keys(params).length ? `${key}(${Object.values(params).flat().join("|")})` : key;
const placed = { event: "placed", seat: 1, domino: 4, at: [0, 1, 0], to: "E", up: "U" };

describe("points in their parts", () => {
  it("are contacts, and more for standing upright or for height", () => {
    expect(partsOf(2, [3, 7], t)).toBe("parts.contacts(2)");
    expect(partsOf(3, [3, 7], t)).toBe("parts.contacts(2) + parts.upright");
    expect(partsOf(6, [3, 7, 8, 9], t)).toBe("parts.contacts(4) + parts.height");
  });

  it("come with the event", () => {
    expect(readable({ points: 2, touched: [3] }, t).parts).toBe("parts.contacts(1) + parts.upright");
  });
});

describe("a placement", () => {
  it("is told by how it lies and what it shows on top", () => {
    expect(messageOf(placed, 0)).toBe("events.laid");
    expect(messageOf({ ...placed, to: "U", up: "W" }, 1)).toBe("you.stood");
    expect(readable(placed, t).tops).toMatch(/^signs.[A-E], signs.[A-E]$/);
    expect(readable({ ...placed, to: "U", up: "W" }, t).tops).toMatch(/^signs.[A-E]$/);
  });

  it("is lit up: the domino itself, and with its points those that it touches", () => {
    expect(placesOf(placed)).toEqual(["4"]);
    expect(placesOf({ points: 2, touched: [3, 7] })).toEqual(["3", "7"]);
    expect(placesOf({ number: 3 })).toEqual([]);
  });

  it("is said without a cell or the number of a domino", () => {
    const view = { mode: "classic", drawn: 17, placed: [{ domino: 0, at: [0, 0, 0], to: "E", up: "U" }] };
    const words = moveInWords("-3,11,2 E U", t, { view });
    expect(words).toMatch(/^Places.one\(lies.flat.*\|levels.up\(2\)\|seen.back\)$/);
    expect(words).not.toMatch(/-3|11|17/);
    expect(moveInWords("-3,0,2 E U", t, { view })).not.toBe(words);
    expect(moveInWords("timeout", t, { view })).toBe("actions.timeout");
  });

  it("has a side of the tower, and a height", () => {
    const tower: Cell[] = [
      [0, 0, 0],
      [1, 0, 0],
    ];
    const south = { yaw: -Math.PI / 2, pitch: 0.6 };
    expect(spotOf([0.5, 3, 0], tower, south)).toBe("back");
    expect(spotOf([3, -2.5, 0], tower, south)).toBe("front_right");
    expect(spotOf([-4, 0, 0], tower, south)).toBe("left");
    expect(spotOf([-4, 0, 0], tower, { ...south, yaw: Math.PI })).toBe("front");
    expect(spotOf([0.5, 0, 1], tower, south)).toBe("middle");
    const place = { at: [0, 0, 1], to: "E", up: "U" } as const;
    expect(placeInWords(place, 4, tower, t)).toMatch(/levels.up\(1\)\|seen.middle\)$/);
  });
});

it("says what stands, level by level", () => {
  const low = { domino: 0, at: [0, 0, 0], to: "E", up: "U" };
  const high = { domino: 1, at: [0, 0, 1], to: "U", up: "W" };
  const view = { mode: "classic", placed: [low, high] } as unknown as View;
  const lines = inWords(view, t, String).split("\n");
  expect(lines.map((line) => line.split("|")[0])).toEqual([
    "levels.of(1):",
    "– places.one(lies.flat",
    "levels.of(2):",
    "– places.one(lies.upright",
  ]);
  const race = { mode: "race", sets: [[low], []] } as unknown as View;
  expect(inWords(race, t, (seat) => `seat ${seat}`)).toMatch(/^seat 0\nlevels.of\(1\):\n– .*\n\nseat 1\n$/);
});

it("says why nothing was placed", () => {
  expect(messageOf({ event: "timeout", seat: 1, fits: false }, 0)).toBe("events.timeout_nowhere");
  expect(messageOf({ event: "timeout", seat: 1, fits: false }, 1)).toBe("you.timeout_nowhere");
  expect(messageOf({ event: "timeout", seat: 1, fits: true }, 0)).toBe("events.timeout_fits");
  expect(messageOf({ event: "timeout", seat: 1, fits: true }, 1)).toBeUndefined();
});

it("knows no winner in a match alone", () => {
  expect(messageOf({ event: "over", scores: [12], winners: [0] }, 0)).toBe("events.over_alone");
  expect(messageOf({ event: "over", scores: [12, 3], winners: [0] }, 0)).toBeUndefined();
});

describe("what a person reads in classic and solo", () => {
  const words = import.meta.glob<Nested>("../../../../../src/ludotheque/games/domino3d/words/*.json", {
    eager: true,
    import: "default",
  });
  const own = import.meta.glob<Nested>("../messages/*.json", { eager: true, import: "default" });
  const keys = [
    ...["off_table", "filled", "apart", "column", "mismatch", "same_contact", "unsupported"].map(
      (one) => `refusals.${one}`,
    ),
    ...["started", "drawn", "laid", "stood", "gained", "collapsed", "timeout", "returned"].map(
      (one) => `events.${one}`,
    ),
    ...["laid", "stood", "collapsed", "timeout", "drawn"].map((one) => `you.${one}`),
    ...["fits_nowhere", "waits", "gives_away", "falls"].map((one) => `factors.${one}`),
    ...["ghost.wins", "ghost.falls_by", "places.one", "places.touches", "moves.lift", "lies.flat"],
  ];

  it.each(Object.keys(own))("has no codes in %s", (path) => {
    const language = path.slice(-7);
    const shared = Object.entries(words).find(([one]) => one.endsWith(language))?.[1] ?? {};
    const messages = { ...flatten(shared), ...flatten(own[path] ?? {}) };
    for (const key of keys) {
      expect(messages[key], key).toBeDefined();
      expect(JSON.stringify(messages[key]), key).not.toMatch(/\{(at|domino|touched|to|up)\}/);
    }
  });
});

it("tells together that the sand has run out and what followed", () => {
  expect(messageOf({ event: "timeout", seat: 1, fits: true, clock: true }, 1)).toBe("you.timeout_by_clock");
  expect(messageOf({ event: "timeout", seat: 1, fits: true, clock: true }, 0)).toBe("events.timeout_by_clock");
  expect(messageOf({ event: "returned", domino: 3, clock: true }, 1)).toBeNull();
  expect(messageOf({ event: "returned", domino: 3 }, 1)).toBeUndefined();
});
