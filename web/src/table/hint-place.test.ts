import { expect, it } from "vitest";
import { type Box, choosePlace, covers, placesFor } from "./hint-place";

const screen: Box = { left: 8, top: 58, right: 836, bottom: 382 };
const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const place = (controls: Box[], suggested: Box[] = []) =>
  choosePlace(placesFor(screen, 354, 162, controls), controls, suggested);

it("lies in the corner if nothing is there", () => {
  expect(place([])).toEqual(box(482, 220, 836, 382));
  expect(place([box(375, 165, 832, 208)])).toEqual(box(482, 220, 836, 382));
});
it("lies below the controls where there is room", () => {
  expect(place([box(346, 138, 832, 224)])).toEqual(box(346, 230, 836, 382));
});
it("gets narrower beside a small board", () => {
  expect(place([box(342, 142, 832, 288)])).toEqual(box(8, 220, 336, 382));
});
it("lies beside them, over the board, where there is none", () => {
  expect(place([box(516, 166, 832, 282), box(516, 290, 836, 352)])).toEqual(box(156, 220, 510, 382));
});
it("gives way to what it suggests", () => {
  const hand = [box(619, 239, 807, 320)];
  expect(place(hand, [box(300, 240, 340, 300)])).toEqual(box(259, 58, 613, 220));
});
it("never covers a control, even if all places cover what is suggested", () => {
  const controls = [box(516, 166, 836, 382)];
  const found = place(controls, [screen]);
  expect(found && controls.some((one) => covers(found, one))).toBe(false);
});
