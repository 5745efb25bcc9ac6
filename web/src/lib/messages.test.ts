// Every sentence exists in all four languages, with the same places and the plural forms its language needs.
import { describe, expect, it } from "vitest";
import { fill, flatten, LANGUAGES, type Message, type Nested } from "./i18n.svelte";

const general = import.meta.glob<Nested>("./messages/*.json", { eager: true, import: "default" });
const games = import.meta.glob<Nested>("../games/*/messages/*.json", { eager: true, import: "default" });
const parts = import.meta.glob<Nested>("../*/messages/*.json", { eager: true, import: "default" });
const house = import.meta.glob<Nested>("../../../src/ludotheque/games/*/words/en.json", {
  eager: true,
  import: "default",
});

/** The languages of each folder of words. */
const folders: Record<string, Record<string, Nested>> = {};
for (const [path, nested] of Object.entries({ ...general, ...games, ...parts })) {
  const [folder = "", language = ""] = path.split(/\/messages\/|\.json$/);
  folders[folder] ??= {};
  folders[folder][language] = nested;
}
/** What the house says about each game, and nothing else. */
const told = Object.entries(house).map(([path, nested]) => [path.split("/").at(-3) ?? "", nested] as const);

const TOLD = ["refusals", "events", "factors"];
// The whole numbers that tell the plural forms of our languages apart; French has a form for millions.
const NUMBERS = [...Array(101).keys(), 1_000_000];

const keys = (nested: Nested) => Object.keys(flatten(nested)).sort();
const forms = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
const places = (message: Message) =>
  [...new Set(forms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
const allPlaces = (nested: Nested) =>
  Object.fromEntries(Object.entries(flatten(nested)).map(([key, message]) => [key, places(message)]));

function needed(language: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language);
  const met = new Set(NUMBERS.map((number) => rules.select(number)));
  return rules.resolvedOptions().pluralCategories.filter((form) => form === "other" || met.has(form));
}

/** Marks as a typewriter has them; in French also a space before a mark that may not begin a line. */
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

it("finds the words of every game of the house", () => {
  const found = Object.keys(folders).sort();
  const parts = ["../learning", "../progress", "../replay", "../review", "../table"];
  expect(found).toEqual([".", ...parts, ...told.map(([game]) => `../games/${game}`)].sort());
  expect(told.length).toBeGreaterThan(0);
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

describe.each(told)("what the house says about %s", (game, said) => {
  it.each(Object.entries(folders[`../games/${game}`] ?? {}))("is said in %s", (_, nested) => {
    const answered = keys(nested).filter((key) => TOLD.includes(key.split(".")[0] ?? ""));
    expect(answered).toEqual(keys(said).filter((key) => TOLD.includes(key.split(".")[0] ?? "")));
  });
});

it("may say nought in its own words", () => {
  const message = { zero: "none", one: "{n} card", other: "{n} cards" };
  expect([0, 1, 2].map((n) => fill(message, { n }, "fr"))).toEqual(["none", "1 card", "2 cards"]);
  expect(fill({ one: "{n} card", other: "{n} cards" }, { n: 0 }, "en")).toBe("0 cards");
});
