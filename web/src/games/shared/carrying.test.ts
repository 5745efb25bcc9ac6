import { expect, it } from "vitest";
import { Carrying } from "./carrying";

const mouse = (square: number) => ({ pointerType: "mouse", clientX: square }) as unknown as PointerEvent;

/** A hand over a board whose squares are numbers. */
function board() {
  const hand = { held: null as number | null };
  const hold = (square: number | null) => {
    hand.held = square;
  };
  const carrying = new Carrying<number>({
    able: () => true,
    under: (event) => event.clientX,
    covers: (square) => square === hand.held,
    held: () => hand.held,
    hold,
    hover: hold,
    place: () => {},
  });
  return { hand, carrying };
}

it("takes along what the mouse holds", () => {
  const { hand, carrying } = board();
  carrying.hover(mouse(3));
  expect(hand.held).toBe(3);
  carrying.leave(mouse(0));
  expect(hand.held).toBeNull();
});

it("leaves what keys have put elsewhere", () => {
  const { hand, carrying } = board();
  carrying.hover(mouse(3));
  hand.held = 7;
  carrying.leave(mouse(0));
  expect(hand.held).toBe(7);
});

it("leaves what keys have put before the mouse came", () => {
  const { hand, carrying } = board();
  hand.held = 7;
  carrying.leave(mouse(0));
  expect(hand.held).toBe(7);
});
