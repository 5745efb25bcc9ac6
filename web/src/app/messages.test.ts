// Every sentence exists in all four languages, with the same places and the plural forms its language needs.
import { describe, expect, it } from "vitest";
import { fill, flatten, LANGUAGES, type Message, type Nested } from "./i18n.svelte";

const WORDS = "../../../src/ludotheque/games/";
const files: Record<string, Nested> = import.meta.glob(
  [
    "./messages/*.json",
    "../*/messages/*.json",
    "../games/*/{messages,shelf}/*.json",
    "../../../src/ludotheque/games/*/words/*.json",
  ],
  { eager: true, import: "default" },
);
const boards = import.meta.glob("../games/*/index.ts");

/** The languages of each folder of words. */
const folders: Record<string, Record<string, Nested>> = {};
for (const [path, nested] of Object.entries(files)) {
  const [, folder = "", language = ""] = /^(.*)\/(\w+)\.json$/.exec(path) ?? [];
  folders[folder] ??= {};
  folders[folder][language] = nested;
}
/** The words that a game shares with Python. */
const shared = Object.entries(folders).filter(([folder]) => folder.startsWith(WORDS));

// The whole numbers that tell the plural forms of our languages apart; French has a form for millions.
const NUMBERS = [...Array(101).keys(), 1_000_000];

const keys = (nested: Nested) => Object.keys(flatten(nested)).sort();
const forms = (message: Message) => {
  if (typeof message === "string") return [message];
  const { by: _, ...texts } = message;
  return Object.values(texts);
};
const places = (message: Message) =>
  [...new Set(forms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
const allPlaces = (nested: Nested) =>
  Object.fromEntries(Object.entries(flatten(nested)).map(([key, message]) => [key, places(message)]));

function needed(language: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language);
  const met = new Set(NUMBERS.map((number) => rules.select(number)));
  return rules.resolvedOptions().pluralCategories.filter((form) => form === "other" || met.has(form));
}

/** Straight quotes; in French also a breaking space before punctuation that may not begin a line. */
function mistyped(nested: Nested, language: string): string[] {
  const wrong = language === "fr" ? /['"]| [:;!?»]|« / : /['"]/;
  return Object.values(flatten(nested))
    .flatMap(forms)
    .filter((form) => wrong.test(form));
}

/** "key: form" for each plural form that a message lacks. */
function lacking(nested: Nested, language: string): string[] {
  return Object.entries(flatten(nested)).flatMap(([key, message]) =>
    typeof message === "string"
      ? []
      : needed(language)
          .filter((form) => !message[form])
          .map((form) => `${key}: ${form}`),
  );
}

it("finds the words of the page and of every game", () => {
  const parts = ["admin", "learning", "privacy", "progress", "replay", "review", "table"].map(
    (part) => `../${part}/messages`,
  );
  const games = Object.keys(boards).map((path) => path.split("/").at(-2));
  const own = games.flatMap((game) => [`../games/${game}/messages`, `../games/${game}/shelf`]);
  const expected = ["./messages", ...parts, ...own, ...games.map((game) => `${WORDS}${game}/words`)];
  expect(Object.keys(folders).sort()).toEqual(expected.sort());
  expect(games.length).toBeGreaterThan(0);
});

describe.each(Object.entries(folders))("the words of %s", (_, languages) => {
  const english = languages.en ?? {};

  it("are there in each language", () => expect(Object.keys(languages).sort()).toEqual(Object.keys(LANGUAGES).sort()));

  describe.each(Object.entries(languages))("in %s", (language, nested) => {
    it("have the keys of the English ones", () => expect(keys(nested)).toEqual(keys(english)));
    it("fill the same places", () => expect(allPlaces(nested)).toEqual(allPlaces(english)));
    it("have all plural forms", () => expect(lacking(nested, language)).toEqual([]));
    it("are well set", () => expect(mistyped(nested, language)).toEqual([]));
    it("say something", () => {
      const empty = Object.entries(flatten(nested)).filter(([, message]) =>
        forms(message).some((form) => !form.trim()),
      );
      expect(empty).toEqual([]);
    });
  });
});

describe.each(shared)("the words of %s", (_, languages) => {
  it.each(Object.entries(languages))("have refusals and factors in %s that are clauses", (language, nested) => {
    const { refusals = {}, factors = {} } = nested;
    const clauses = Object.values(flatten({ refusals, factors })).flatMap(forms);
    // German nouns have a capital anywhere.
    const wrong = language === "de" ? /[.!?]$/ : /^\p{Lu}|[.!?]$/u;
    expect(clauses.filter((text) => wrong.test(text))).toEqual([]);
  });
  it.each(Object.entries(languages))("have events in %s that are sentences", (_, { events = {} }) => {
    const sentences = Object.values(flatten({ events })).flatMap(forms);
    expect(sentences.filter((text) => !/^[\p{Lu}{].*\.$/u.test(text))).toEqual([]);
  });
});

it("counts by a parameter: a number, or the length of a list", () => {
  const number = { by: "points", one: "{points} point", other: "{points} points" };
  expect([1, 3].map((points) => fill(number, { points }, "en"))).toEqual(["1 point", "3 points"]);
  const list = { by: "squares", one: "{n} square", other: "{n} squares: {squares}" };
  expect(fill(list, { squares: ["a1"] }, "en")).toBe("1 square");
  expect(fill(list, { squares: ["a1", "b1"] }, "en")).toBe("2 squares: a1 and b1");
});

it("may have words of its own for zero", () => {
  const message = { zero: "none", one: "{n} card", other: "{n} cards" };
  expect([0, 1, 2].map((n) => fill(message, { n }, "fr"))).toEqual(["none", "1 card", "2 cards"]);
  expect(fill({ one: "{n} card", other: "{n} cards" }, { n: 0 }, "en")).toBe("0 cards");
});
