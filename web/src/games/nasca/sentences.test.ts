import { describe, expect, it } from "vitest";
import { square } from "./logic";
import { heldInWords, squareInWords } from "./sentences";

const t = (key: string, params: Record<string, unknown> = {}) =>
  [key, params.seat, params.n, params.squares].filter((one) => one !== undefined).join(" ");
const names = { name: (seat: number) => `seat ${seat + 1}`, you: 0 };
const none = { gained: [], lost: [] };

describe("the plank in the hand", () => {
  const ground = { rest: { level: 0, on: [], gaps: [] } };
  it("says how it would lie", () => {
    expect(heldInWords(ground, [none, none], names, t)).toBe("info.ground");
    expect(heldInWords({ rest: { level: 1, on: ["b2"], gaps: [] } }, [none, none], names, t)).toBe("info.bridge 2");
  });
  it("tells us what we gain, and others by name", () => {
    const effects = [
      { gained: ["a1", "a2"], lost: [] },
      { gained: [], lost: ["c3"] },
    ];
    const told = heldInWords(ground, effects, names, t);
    expect(told).toContain("info.gains_own seat 1 2");
    expect(told).toContain("events.lost seat 2 c3");
  });
});

describe("a square in words", () => {
  const areas = [["a1"], ["b2"]];
  const words = (text: string) => squareInWords(square(text), new Map(), areas, names, t);
  it("is ours, theirs or empty", () => {
    expect(words("a1")).toContain("cell.area_own");
    expect(words("b2")).toBe("cell.area seat 2");
    expect(words("c3")).toBe("cell.empty");
  });
});
