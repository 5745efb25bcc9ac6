import { describe, expect, it } from "vitest";
import house from "$games/nasca/messages/en.json";
import { flatten, type Message, type Nested } from "$lib/i18n.svelte";
import de from "./messages/de.json";
import en from "./messages/en.json";
import fr from "./messages/fr.json";
import nl from "./messages/nl.json";

const languages: Record<string, Nested> = { fr, en, de, nl };
const places = (message: Message | undefined) =>
  [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].filter((place) => place !== "{n}").sort();
const keys = (nested: Nested) => Object.keys(flatten(nested)).sort();

describe.each(Object.entries(languages))("the words in %s", (_, nested) => {
  it("are complete", () => expect(keys(nested)).toEqual(keys(en)));
  it("answer every key of the house", () => {
    const told = keys(nested).filter((key) => /^(events|refusals|factors)\./.test(key));
    expect(told).toEqual(keys(house));
  });
  it("fill the same places as English", () => {
    const words = flatten(nested);
    for (const [key, message] of Object.entries(flatten(en))) expect(places(words[key]), key).toEqual(places(message));
  });
});
