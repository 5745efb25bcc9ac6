import { beforeAll, expect, it } from "vitest";
import { words } from "$app/i18n.svelte";
import { fullNameOf, nameOf } from "./seats";

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} }, localStorage: { setItem: () => undefined } });
  await words.choose("en");
});

const ada = { who: "person", name: "Ada" };
const bot = { who: "bot", bot: 2 };

it("addresses the reader, and numbers computers only where there are several", () => {
  expect([0, 1].map((seat) => nameOf([ada, bot], seat, [0]))).toEqual(["You", "Computer"]);
  expect([0, 1, 2].map((seat) => nameOf([ada, bot, bot], seat))).toEqual(["Ada", "Computer 1", "Computer 2"]);
  expect([0, 1, 2].map((seat) => nameOf([bot, ada, bot], seat, [1]))).toEqual(["Computer 1", "You", "Computer 2"]);
  // In an exercise every seat but ours is a computer's.
  expect([0, 1].map((seat) => nameOf([bot, bot], seat, [0]))).toEqual(["You", "Computer"]);
  expect(nameOf([ada, { who: "open" }], 1)).toBe("Free seat");
  expect(nameOf([], 3)).toBe("Seat 4");
});

it("tells a computer's level where there is room", () => {
  expect(fullNameOf([ada, bot], 1, [0])).toBe("Computer (casual)");
  expect(fullNameOf([ada, bot], 0, [0])).toBe("You");
});
