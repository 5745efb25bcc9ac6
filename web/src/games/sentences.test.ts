import { beforeAll, expect, it } from "vitest";
import { words } from "$app/i18n.svelte";
import type { GameEvent, GameModule } from "./contract";
import { eventSentence, refusalSentence, type Speaker, turnLines } from "./sentences";
import { addGameWords } from "./words";

const GAMES = Object.keys(import.meta.glob("./*/index.ts")).map((path) => path.split("/")[1] ?? "");

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} }, localStorage: { setItem: () => undefined } });
  await Promise.all(GAMES.map(addGameWords));
});

const over = (winners: number[]): GameEvent => ({ event: "over", scores: [5, 5, 3], winners });
const told = (name: string, winners: number[], you: number | null): string => {
  const nameOf = (seat: number) => (seat === you ? "«reader»" : `Computer ${seat}`);
  const sentence = eventSentence({ name, game: null, nameOf, you }, over(winners));
  expect(sentence).toContain(`${nameOf(0)} (5)`); // whose points they are
  return sentence.replaceAll(/(«reader»|Computer \d) \(\d\)/g, "");
};

it.each(["en", "fr", "de", "nl"] as const)("addresses the winner of every game (%s)", async (language) => {
  await words.choose(language);
  for (const name of GAMES) {
    for (const sentence of [told(name, [0], 0), told(name, [0, 1], 0)]) expect(sentence).not.toMatch(/reader|⟨|\?/);
    expect(told(name, [0, 1], 0)).toContain("Computer 1");
    expect(told(name, [0], 0)).not.toBe(told(name, [0, 1], 0));
    expect(told(name, [1], 0)).toContain("Computer 1");
    expect(told(name, [0], null)).toContain("Computer 0");
  }
});

it("tells a move to a speaker whose properties are computed", async () => {
  await words.choose("en");
  class Computed implements Speaker {
    game = null;
    nameOf = () => "Computer";
    get name() {
      return "nasca";
    }
    get you() {
      return 0;
    }
  }
  const lines = turnLines(new Computed(), [
    { event: "placed", seat: 1, at: "a1-e1" },
    { event: "lost", seat: 0, squares: ["a2", "a3"], n: 2 },
  ]);
  expect(lines.map(({ text }) => text)).toEqual(["Computer lays a plank, a1-e1.", "You lose 2 squares."]);
});

it("reads the seats in a game's own parameters as names, as far as the game declares them", async () => {
  await words.choose("en");
  const nameOf = (seat: number) => `Computer ${seat}`;
  const said = (declared: Partial<GameModule>, you: number | null = null) => {
    const speaker = { name: "nox", game: declared as GameModule, nameOf, you };
    return [
      eventSentence(speaker, { event: "merged", display: 1, card: "b4" }),
      refusalSentence(speaker, { key: "nox.empty_display", params: { display: 1, onto: "b4" } } as never),
    ];
  };
  expect(said({ seatParams: ["display"] })[0]).toContain("Computer 1");
  expect(said({})[0]).not.toContain("Computer");
  expect(said({ seatParams: ["display"] }, 1)[1]).toMatch(/your display/i);
  expect(said({}, 1)[1]).not.toMatch(/your display/i);
});
