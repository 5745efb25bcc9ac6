import { beforeAll, expect, it, vi } from "vitest";
import { type Nested, t, words } from "./i18n.svelte";

const loaders = import.meta.glob<Nested>("../*/messages/*.json", { import: "default" });
const addPart = (part: string) => words.add(`../${part}/messages`, loaders);

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => {} });
});

it("says a part in the language that was chosen while the part was on its way", async () => {
  const part = addPart("replay");
  await Promise.all([words.choose("nl"), part]);
  expect(t("replay.resume.title")).toBe("Vanaf hier verder spelen");
  expect(t("shelf.mine")).toBe("Mijn lopende partijen");
});

it("keeps to the last of two choices", async () => {
  await Promise.all([words.choose("de"), words.choose("fr")]);
  expect(words.language).toBe("fr");
  expect(t("shelf.mine")).toBe("Mes parties en cours");
});

it("lets everybody who needs a part wait until it is there", async () => {
  await Promise.race([addPart("progress"), addPart("progress")]);
  expect(t("progress.title")).not.toContain("⟨");
});
