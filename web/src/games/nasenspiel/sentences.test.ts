import { describe, expect, it } from "vitest";
import { fill, flatten } from "$app/i18n.svelte";
import type { GameEvent } from "../contract";
import { groups, type View } from "./logic";
import words from "./messages/en.json";
import {
  choiceInWords,
  dominoFirst,
  ending,
  messageOf,
  moveInWords,
  placesOf,
  readable,
  squareInWords,
  todo,
  together,
} from "./sentences";

const messages = flatten(words as never);
const t = (key: string, params = {}) => fill(messages[key] ?? `⟨${key}⟩`, params, "en");
const name = (seat: number) => ["You", "Computer"][seat] ?? "";

/** A clown and a liar, above them another clown and an eagle; our pawn stands on the clowns. */
const view: View = {
  turn: 0,
  hands: [["0-3", "4-4"], ["1-9"]],
  aside: 0,
  placed: ["0-1 E 0,0", "0-2 E 0,1"],
  squares: [
    [0, 0, 0],
    [1, 0, 1],
    [0, 1, 0],
    [1, 1, 2],
  ],
  pawns: [{ seat: 0, at: [0, 1] }],
  reserve: [4, 5],
  asking: null,
  scores: [2, 0],
};
const situation = (more: Partial<View>, legal: string[]) => ({
  view: { ...view, ...more },
  options: {},
  legal,
  you: 0,
  help: true,
});

describe("what to do", () => {
  it("is to place a domino, the first one anywhere, or to decide about a pawn", () => {
    expect(todo(situation({ placed: [] }, ["0-3 E 0,0"]), t)).toBe("Choose a domino, drop it anywhere");
    expect(todo(situation({}, ["0-3 E 0,2"]), t)).toBe("Choose a domino, then a place for it");
    expect(todo(situation({ asking: [0, 1] }, ["skip", "pawn"]), t)).toBe("A pawn on the 2 clown noses?");
  });
});

describe("words for people", () => {
  it("name noses and groups, and no coordinates", () => {
    expect(moveInWords("0-3 E 0,2", t, view)).toBe("Place clown–ski jump: 3 clown noses");
    expect(moveInWords("4-4 E 5,5", t, { ...view, squares: [] })).toBe("Place potato–potato: 2 potato noses");
    expect(moveInWords("0-3 E 0,0", t, null)).toBe("Place clown–ski jump");
    expect(moveInWords("3-0 E 0,0", t, null)).toBe("Place clown–ski jump"); // as its event says
    expect(dominoFirst("0-3", t)).toBe("Clown–ski jump");
    expect(moveInWords("pawn 0,1", t, view)).toBe("Take the pawn from the 2 clown noses");
    expect(squareInWords({ x: 2, y: 1 }, view, [], name, t)).toBe("free, left: eagle");
    expect(squareInWords({ x: 1, y: 1 }, view, [], name, t)).toBe("eagle");
  });
  it("tell an event by its noses and light up its places", () => {
    const placed = {
      event: "placed",
      seat: 1,
      domino: "0-1",
      squares: [
        [0, 0, 0],
        [1, 0, 1],
      ],
    };
    expect(t("events.placed", { ...placed, ...readable(placed, t), seat: "Computer" })).toBe(
      "Computer places clown–liar.",
    );
    expect(placesOf(placed)).toEqual(["0,0", "1,0"]);
    const put = { event: "put", seat: 0, at: [0, -1], from: [4, 4], noses: 3, nose: 9 };
    expect(t(messageOf(put, 0) ?? "", { ...put, ...readable(put, t) })).toBe(
      "You move a pawn to 3 noses with glasses.",
    );
    expect(messageOf({ ...put, from: null }, 0)).toBeUndefined();
    expect(placesOf(put)).toEqual(["group 0,-1"]);
    expect(placesOf({ at: "2,-1" })).toEqual(["2,-1"]);
  });
});

describe("a domino and the pawns that follow it", () => {
  const placed = { event: "placed", seat: 1, domino: "0-1", squares: [[0, 0, 0]] };
  const back = { event: "returned", seat: 0, at: [3, 3], nose: 0 };
  const put = { event: "put", seat: 1, at: [0, 0], from: null, noses: 3, nose: 0 };
  const said = (events: GameEvent[]) =>
    together(events).map((one) => {
      const key = messageOf(one, 0) ?? `events.${one.event}`;
      return t(key, { ...one, ...readable(one, t), seat: name(Number(one.seat)) });
    });
  it("are one sentence, which comes last", () => {
    expect(said([placed, back, put]).at(-1)).toBe("Computer places clown–liar and puts a pawn on 3 clown noses.");
    expect(said([placed, put, { ...put, at: [1, 0], nose: 1 }])).toEqual([
      "Computer places clown–liar and puts pawns on 3 clown noses and 3 liar noses.",
    ]);
    expect(placesOf(together([placed, put])[0] ?? {})).toEqual(["0,0", "group 0,0"]);
  });
  it("stay apart where the pawn comes from another group, or where there is none", () => {
    for (const events of [[placed, { ...put, from: [4, 4] }], [placed], [put]])
      expect(together(events)).toEqual(events);
  });
});

describe("the end", () => {
  it("says who could not place", () => {
    expect(ending(situation({}, []), t, name)).toBe(
      "Nobody can place any more: no domino fits. Left in hand: You (2) and Computer (1).",
    );
    expect(ending(situation({ hands: [[], []] }, []), t, name)).toBe("All dominoes are placed.");
  });
});

it("tells what a pawn from another group brings or costs", () => {
  const all = groups(view.squares);
  const [clowns] = all;
  const asked = (noses: number) => ({ nose: 1, squares: Array.from({ length: noses }, (_, x) => ({ x, y: 5 })) });
  expect(clowns?.squares.length).toBe(2);
  expect(choiceInWords("pawn 0,1", 0, asked(5), all, t)).toBe("Pawn from the 2 clown noses (+3)");
  expect(choiceInWords("pawn 0,1", 0, asked(2), all, t)).toBe("Pawn from the 2 clown noses (±0)");
  expect(choiceInWords("pawn 0,1", 0, { nose: 1, squares: [{ x: 0, y: 5 }] }, all, t)).toBe(
    "Pawn from the 2 clown noses (−1)",
  );
});
