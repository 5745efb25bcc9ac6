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
    covers: (event) => event.clientX === hand.held,
    confirms: (event) => event.clientX === hand.held,
    held: () => hand.held,
    hold,
    hover: hold,
    place: () => {},
  });
  return { hand, carrying };
}

it("removes the piece that the mouse shows", () => {
  const { hand, carrying } = board();
  carrying.hover(mouse(3));
  expect(hand.held).toBe(3);
  carrying.leave(mouse(0));
  expect(hand.held).toBeNull();
});

it("keeps a piece that keys have moved elsewhere", () => {
  const { hand, carrying } = board();
  carrying.hover(mouse(3));
  hand.held = 7;
  carrying.leave(mouse(0));
  expect(hand.held).toBe(7);
});

it("keeps a piece that keys had put there before", () => {
  const { hand, carrying } = board();
  hand.held = 7;
  carrying.leave(mouse(0));
  expect(hand.held).toBe(7);
});
