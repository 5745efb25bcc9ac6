import { expect, it } from "vitest";
import { hrefOf, keptLines } from "./privacy";

const kept = { casual: 365, chat: 0, idle: 400, cookie: 365, backups: null, link: 15, contact: "" };

it("says for how many days everything is kept", () => {
  expect(Object.fromEntries(keptLines(kept))).toMatchObject({ name: 400, matches: 365, chat: 0, cookie: 365 });
});

it("says how old a backup gets, if the house makes any", () => {
  expect(keptLines(kept).at(-1)).toEqual(["other_backups", 0]);
  expect(keptLines({ ...kept, backups: 6.5 }).at(-1)).toEqual(["backups", 7]);
});

it.each([
  ["ada@example.org", "mailto:ada@example.org"],
  ["https://example.org/contact", "https://example.org/contact"],
  ["javascript:alert(1)", null],
  ["javascript:a@example.org", null],
  ["at the bar, any evening", null],
])("links to %s only where that is safe", (contact, href) => {
  expect(hrefOf(contact)).toBe(href);
});
