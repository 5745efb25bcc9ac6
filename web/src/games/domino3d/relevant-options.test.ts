import { expect, it } from "vitest";
import asked from "./relevant-options";

it("asks for the tower's options where there is one tower", () => {
  expect(asked({})).toEqual(["mode", "sand", "several", "falls", "contact"]);
  expect(asked({ mode: "classic" })).toEqual(asked({}));
});

it("asks for the turns of the hourglass only of those who play alone", () => {
  expect(asked({ mode: "solo" })).toContain("turns");
  expect(asked({})).not.toContain("turns");
});

it("asks for the referee and the goal only in a race", () => {
  expect(asked({ mode: "race" })).toEqual(["mode", "referee", "goal"]);
});
