import { beforeAll, expect, it } from "vitest";
import { type Nested, words } from "$app/i18n.svelte";
import { type Advice, chanceInWords, toldApart } from "./advice";

const loaders = import.meta.glob<Nested>("./messages/*.json", { import: "default" });
beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} }, localStorage: { setItem: () => undefined } });
  await words.choose("en");
  await words.add("./messages", loaders);
});

const advice = (move: string, words: string, worth: string): Advice => ({ move, words, worth, reasons: [] });
const told = (...given: Advice[]) => toldApart(given).moves.map((one) => one.move);

it("keeps the best of the moves that are told alike", () => {
  const given = [advice("a", "upright", "60%"), advice("b", "upright", "55%"), advice("c", "flat", "50%")];
  expect(toldApart(given)).toEqual({ moves: [given[0], given[2]], equal: false });
});

it("tells five different moves at most", () => {
  const given = Array.from({ length: 20 }, (_, n) => advice(`m${n}`, `words ${Math.floor(n / 2)}`, `${90 - n}%`));
  expect(told(...given)).toEqual(["m0", "m2", "m4", "m6", "m8"]);
});

it("tells one move where all are as good, and says so", () => {
  const given = [advice("a", "upright", "50%"), advice("b", "flat", "50%"), advice("c", "flat", "50%")];
  expect(toldApart(given)).toEqual({ moves: [given[0]], equal: true });
});

it("says nothing of others where only one move is legal, or the others are worse", () => {
  const [only, alike] = [advice("a", "stop", "50%"), advice("b", "stop", "40%")];
  expect(toldApart([only])).toEqual({ moves: [only], equal: false });
  expect(toldApart([])).toEqual({ moves: [], equal: false });
  expect(toldApart([only, alike])).toEqual({ moves: [only], equal: false });
});

it("never tells a chance as certain", () => {
  expect([1, 0.996, 0.994, 0.5, 0.004, 0].map(chanceInWords)).toEqual([
    "over 99%",
    "over 99%",
    "99%",
    "50%",
    "under 1%",
    "under 1%",
  ]);
});
