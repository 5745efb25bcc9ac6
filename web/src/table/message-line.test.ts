import { expect, it } from "vitest";
import type { Line } from "../games/sentences";
import { fitting, room } from "./message-line";

const lines = ["One.", "Two.", "Three."].map((text, number) => ({ text, places: [String(number)] }));

it("tells everything that happened where there is room", () => {
  expect(fitting(lines, 16)).toEqual({ text: "One. Two. Three.", places: ["0", "1", "2"] });
});
it("leaves out what came first where there is less", () => {
  expect(fitting(lines, 15)).toEqual({ text: "… Two. Three.", places: ["1", "2"] });
});
it("leaves out what does not concern the reader before what does", () => {
  const ofOurs = lines.map((line, number): Line => ({ ...line, ours: number === 0 }));
  expect(fitting(ofOurs, 13)).toEqual({ text: "… One. Three.", places: ["0", "2"] });
  expect(fitting(ofOurs, 4)).toEqual({ text: "One.", places: ["0"] });
});
it("always tells the last thing", () => {
  expect(fitting(lines, 3)).toEqual({ text: "Three.", places: ["2"] });
  expect(fitting([], 100)).toEqual({ text: "", places: [] });
});
it("has more room on a desk than on a phone", () => {
  expect(room(280)).toBeGreaterThan(75);
  expect(room(800)).toBeGreaterThan(2 * room(280));
});
