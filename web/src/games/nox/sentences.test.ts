import { describe, expect, it } from "vitest";
import { fill, flatten } from "$app/i18n.svelte";
import type { NoxView } from "./logic";
import words from "./messages/en.json";
import { ending, moveInWords } from "./sentences";

const messages = flatten(words as never);
const t = (key: string, params = {}) => fill(messages[key] ?? `⟨${key}⟩`, params, "en");
const name = (seat: number) => (seat ? `Computer ${seat}` : "You");
const view = (more: Partial<NoxView>) => ({ displays: [[], [["b4"]], []], totals: [0, 0, 0], ...more }) as NoxView;

describe("the end", () => {
  const told = (...totals: number[]) =>
    ending({ view: view({ totals }), options: {}, legal: [], you: 0, help: true }, t, name);
  it("says who has reached the points", () => {
    expect(told(150, 10, 20)).toBe("You have reached 150 points.");
    expect(told(10, 151, 20)).toBe("Computer 1 has reached 150 points.");
  });
  it("says who has the most of those who have", () => {
    expect(told(10, 150, 152)).toBe("Computer 1 and Computer 2 have reached 150 points. Computer 2 has the most: 152.");
    expect(told(160, 150, 10)).toBe("You and Computer 1 have reached 150 points. You have the most: 160.");
    expect(told(10, 155, 155)).toBe(
      "Computer 1 and Computer 2 have reached 150 points. Computer 1 and Computer 2 have the most: 155 each.",
    );
  });
});

describe("a move", () => {
  const said = (move: string, now: NoxView | null = view({})) =>
    moveInWords(move, t, { view: now, name, you: 0, options: {} });
  it("is beside others only where there are some", () => {
    expect(said("o6>0")).toBe("orange 6, the first card in your display");
    expect(said("o6>2")).toBe("orange 6, the first card in the display of Computer 2");
    expect(said("o6>1")).toBe("orange 6, beside the others in the display of Computer 1");
    expect(said("b9>1:b4")).toBe("blue 9, onto the blue 4 in the display of Computer 1");
    expect(said("o6>0", null)).toBe("orange 6, beside the others in your display");
  });
});
