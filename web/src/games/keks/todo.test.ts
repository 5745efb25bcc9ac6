import { expect, it } from "vitest";
import { fill, flatten } from "$app/i18n.svelte";
import type { KeksView } from "./logic";
import words from "./messages/en.json";
import { todo } from "./todo";

const messages = flatten(words as never);
const t = (key: string, params = {}) => fill(messages[key] ?? `⟨${key}⟩`, params, "en");

it("says what to do: no more is asked of a glaze that is decided", () => {
  const view = { colour: "A", held: [{}, {}], won: [[], []], eliminated: null } as unknown as KeksView;
  const told = (more: object, legal: string[]) =>
    todo({ view: { ...view, ...more }, options: {}, legal, you: 0, help: true }, t);
  expect(told({}, ["a1"])).toBe("Take a raised tile");
  expect(told({}, ["a1", "stop"])).toMatch(/^Take another \w+, or stop$/);
  expect(told({ eliminated: "A" }, ["a1", "stop"])).toBe("This glaze is decided: go on or stop");
  expect(told({ won: [["A"], []] }, ["a1", "stop"])).toBe("This glaze is decided: go on or stop");
  expect(told({ eliminated: "A" }, ["stop"])).toBe("Nothing more to take: stop");
});
