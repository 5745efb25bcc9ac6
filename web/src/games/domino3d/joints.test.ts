import { describe, expect, it } from "vitest";
import { facesOf, type Joint, wrongWith } from "./joints";
import sets from "./joints.jsonl?raw";
import { nameOf, type Piece } from "./logic";

const flat = (domino: number, x: number): Piece => ({ domino, at: [x, 0, 0], to: "E", up: "U" });

describe("marks", () => {
  /** As a text that does not depend on which cell is named first. */
  const text = ({ cells, side, marks }: Joint): string =>
    `${side}: ${cells
      .map((cell, i) => `${nameOf(cell)} ${marks[i]}`)
      .sort()
      .join(" | ")}`;

  it("that do not match are those of the rules", () => {
    for (const line of sets.trim().split("\n")) {
      const { pieces, wrong } = JSON.parse(line) as { pieces: Piece[]; wrong: string[] };
      const [last, ...others] = pieces.toReversed();
      expect(last && wrongWith(last, others).map(text).sort()).toEqual(wrong);
    }
  });

  it("are lit in pairs", () => {
    const joints = wrongWith(flat(1, 2), [flat(0, 0)]);
    expect(joints.length).toBeGreaterThan(0);
    expect(facesOf(joints)).toHaveLength(2 * joints.length);
  });
});
