import { describe, expect, it } from "vitest";
import rules from "$games/nasca/rules/landscapes.py?raw";
import {
  changes,
  LANDSCAPES,
  laid,
  lay,
  neutralLeft,
  obstacle,
  painted,
  pieces,
  plankText,
  resting,
  square,
  squaresOf,
  textOf,
  validPrefix,
} from "./logic";

const ground = (at: string, owner = 0) => ({ owner, at, level: 0 });

describe("squares", () => {
  it("are read and written", () => {
    for (const text of ["a1", "k10", "f7"]) expect(textOf(square(text))).toBe(text);
    expect(squaresOf("b3-d3").map(textOf)).toEqual(["b3", "c3", "d3"]);
    expect(squaresOf("b9-b10").map(textOf)).toEqual(["b9", "b10"]);
    expect(squaresOf("h2").map(textOf)).toEqual(["h2"]);
    for (const at of ["b3-d3", "b9-b10", "h2"]) expect(plankText(squaresOf(at))).toBe(at);
  });
});

describe("a plank in the hand", () => {
  it("is held by its middle", () => {
    expect(plankText(lay(square("d4"), 5, "across"))).toBe("b4-f4");
    expect(plankText(lay(square("d4"), 4, "up"))).toBe("d3-d6");
    expect(plankText(lay(square("d4"), 1, "up"))).toBe("d4");
  });
  it("stays on the board", () => {
    expect(plankText(lay(square("a1"), 5, "across"))).toBe("a1-e1");
    expect(plankText(lay(square("k10"), 5, "across"))).toBe("g10-k10");
    expect(plankText(lay(square("k10"), 3, "up"))).toBe("k8-k10");
  });
});

describe("resting", () => {
  const planks = [ground("b1-b3"), ground("e1-e3", 1)];
  it("is on the ground where nothing lies", () => {
    expect(resting(planks, squaresOf("c1-d1"))).toEqual({ level: 0, on: [], gaps: [] });
  });
  it("is a bridge over what is lower", () => {
    expect(resting(planks, squaresOf("b2-e2"))).toEqual({ level: 1, on: ["b2", "e2"], gaps: ["c2", "d2"] });
  });
  it("paints what is higher later", () => {
    const all = [...planks, { owner: 0, at: "b2-e2", level: 1 }, ground("h1-h3")];
    expect(painted(all).map((one) => one.number)).toEqual([0, 1, 3, 2]);
    expect(painted(all).at(-1)?.gaps).toEqual(["c2", "d2"]);
  });
});

describe("areas", () => {
  it("fall into pieces, diagonals apart", () => {
    const found = pieces(["a1", "b1", "c2", "a2", "b2", "e5"]);
    expect(found.map((one) => one.squares.length)).toEqual([5, 1]);
    expect(pieces(["a1", "b2"])).toHaveLength(2);
    expect(textOf(found[1]?.middle ?? square("a1"))).toBe("e5");
  });
  it("change", () => {
    expect(changes(["a1", "b1"], ["b1", "c1"])).toEqual({ gained: ["c1"], lost: ["a1"] });
  });
});

describe("landscapes", () => {
  it("are those of the rules", () => {
    for (const [name, planks] of Object.entries(LANDSCAPES)) {
      if (name === "none") continue;
      expect(rules).toContain(`"${name}": (${planks.map((at) => `"${at}"`).join(", ")})`);
    }
    expect(rules.match(/^ {4}"\w+": \(/gm)).toHaveLength(Object.keys(LANDSCAPES).length - 1);
  });
  it("use up the stock and fit", () => {
    for (const [name, planks] of Object.entries(LANDSCAPES)) {
      if (name === "none") continue;
      expect(neutralLeft(planks)).toEqual({ 1: 0, 2: 0, 3: 0 });
      planks.forEach((at, i) => {
        expect(obstacle(laid(planks.slice(0, i)), squaresOf(at)), `${name} ${at}`).toBe(null);
      });
    }
  });
  it("reach three levels in the temple", () => {
    expect(Math.max(...laid(LANDSCAPES.temple ?? []).map((plank) => plank.level))).toBe(2);
  });
  it("know what does not fit", () => {
    const planks = laid(["c3-c5", "e3"]);
    expect(obstacle(planks, squaresOf("c3-d3"))?.key).toBe("ends_differ");
    expect(obstacle(planks, squaresOf("c3-c4"))?.key).toBe("twice");
    expect(obstacle(planks, squaresOf("b4-d4"))).toMatchObject({ key: "covered", params: { square: "c4" } });
    expect(obstacle(planks, squaresOf("c3-e3"))).toBe(null);
  });
  it("that others wrote are taken as far as they hold", () => {
    expect(validPrefix(["c3-c5", "e3", "c3-e3", "f1"])).toEqual(["c3-c5", "e3"]); // a second plank of length 3
    expect(validPrefix(["c3", "c3-e3"])).toEqual(["c3"]); // one end in the air
    for (const bad of [null, "gate", [7], ["z9"], ["a11"], ["k1-l1"], ["b1-a1"], ["a1-b2"]])
      expect(validPrefix(bad)).toEqual([]);
    expect(validPrefix(LANDSCAPES.temple)).toEqual(LANDSCAPES.temple);
  });
});
