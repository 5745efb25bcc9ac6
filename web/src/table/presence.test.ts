import { describe, expect, it } from "vitest";
import type { EntryShown } from "$connection/protocol";
import { withoutShortAbsences } from "./presence";

/** "came 0 @5": at second 5. */
const log = (...lines: string[]): EntryShown[] =>
  lines.map((line, number) => {
    const [kind = "", seat, at] = line.split(/ @?/);
    return { number, at: Number(at) * 1000, kind, fields: { seat: Number(seat) } };
  });
const numbers = (entries: EntryShown[]) => withoutShortAbsences(entries).map((entry) => entry.number);

describe("entries about presence", () => {
  it("are kept while they are the latest", () => {
    expect(numbers(log("sat 0 @0", "came 0 @0", "gone 0 @5"))).toEqual([0, 1, 2]);
  });

  it("are dropped after a short absence, whatever happened meanwhile", () => {
    const reloads = ["came 0 @0", "gone 0 @100", "move 1 @102", "came 0 @105", "gone 0 @200", "came 0 @204"];
    expect(numbers(log(...reloads))).toEqual([0, 2]);
    expect(numbers(log(...reloads, "gone 0 @210"))).toEqual([0, 2, 6]);
  });

  it("are kept after a long absence", () => {
    expect(numbers(log("came 0 @0", "gone 0 @100", "came 0 @160"))).toEqual([0, 1, 2]);
    expect(numbers(log("came 0 @0", "gone 0 @100", "came 0 @900", "move 0 @910", "gone 0 @920"))).toEqual([0, 1, 3]);
  });

  it("are matched by seat and by person", () => {
    expect(numbers(log("came 0 @0", "came 1 @1", "gone 0 @2", "gone 1 @3", "came 1 @4"))).toEqual([0, 1, 2]);
    expect(numbers(log("came 0 @0", "gone 0 @5", "sat 0 @6", "came 0 @6"))).toEqual([0, 1, 2, 3]);
  });

  it("are not repeated", () => {
    expect(numbers(log("came 0 @0", "came 0 @70", "gone 0 @80", "gone 0 @90"))).toEqual([0, 2]);
  });
});
