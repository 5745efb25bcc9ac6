import { expect, it } from "vitest";
import { padded } from "./figures";

it("gives every number the room of the longest", () => {
  expect([7, 42, 150, 1000].map((one) => padded(one, 3).length)).toEqual([3, 3, 3, 4]);
  expect(padded(7, 3)).toMatch(/^\s\s7$/);
});
