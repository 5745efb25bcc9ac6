import { expect, it } from "vitest";
import type { Line } from "../games/sentences";
import { fitting, room } from "./message-line";

const lineOf = (text: string): Line => ({ text, places: [text.charAt(0)] });
const turn = (...texts: string[]): Line[] => texts.map(lineOf);
const turns = [turn("One.", "Eins."), turn("Two.", "Zwei."), turn("Three.", "Drei.")];

it("tells everything that happened where there is room", () => {
  expect(fitting([turn("One."), turn("Two.", "Three.")], 16)).toEqual({
    text: "One. Two. Three.",
    places: ["O", "T", "T"],
  });
});
it("begins with the move itself where there is less", () => {
  expect(fitting([turn("Lays a domino.", "Takes a group.", "You get a pawn back.")], 34).text).toBe(
    "Lays a domino. Takes a group. …",
  );
  expect(fitting([turn("Lays a domino.", "Takes a group.")], 20).text).toBe("Lays a domino. …");
});
it("tells the last turn rather than those before it", () => {
  expect(fitting(turns, 14).text).toBe("… Three. Drei.");
  expect(fitting(turns, 20).text).toBe("… Zwei. Three. Drei.");
});
it("tells what concerns the reader before the rest", () => {
  const [one, two, three, four] = turn("Lays.", "Puts a pawn.", "You lose it.", "Ends.") as [Line, Line, Line, Line];
  const told = [[one, two, { ...three, ours: true }, four]];
  expect(fitting(told, 21)).toEqual({ text: "Lays. You lose it. …", places: ["L", "Y"] });
});
it("always tells the last move", () => {
  expect(fitting(turns, 3).text).toBe("… Three. …");
  expect(fitting([], 100)).toEqual({ text: "", places: [] });
});
it("has more room on a desk than on a phone", () => {
  expect(room(280)).toBeGreaterThan(75);
  expect(room(800)).toBeGreaterThan(2 * room(280));
});
