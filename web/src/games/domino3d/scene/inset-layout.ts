// Where the pictures of the domino in the hand lie over the canvas, and what is left for the tower.
import type { Covered } from "./camera";
import type { Inset } from "./held-domino";

export interface Overlay {
  /** Whether the two pictures stand one above the other, on the left; else they lie side by side, below. */
  column: boolean;
  /** CSS pixels: the edge of a picture, and the height of what it is called; 0 where there is no room for words. */
  size: number;
  label: number;
  insets: Inset[];
  covered: Covered;
}

/** CSS pixels: around the pictures, between them, and what they are called. */
const [EDGE, GAP, LABEL] = [8, 4, 18];
/** CSS pixels: the buttons of the camera, and a line of words. */
const [BUTTONS, LINE] = [44, 30];
/** CSS pixels: the height of a canvas that has no room for words. */
const LOW = 220;
/** How much wider than high a canvas is that has more room at its sides than below. */
const WIDE = 1.2;
/** CSS pixels: the edges of pictures. */
const [LEAST, MOST, MOST_BELOW] = [40, 150, 84];

/** `above`: the height of what stands in the upper left corner; `held`: whether there is a domino in the hand. */
export function overlay(width: number, height: number, above: number, held: boolean): Overlay {
  const column = width > WIDE * height;
  const label = column && height < LOW ? 0 : LABEL;
  const size = column ? inColumn(width, height, above, label) : Math.round(Math.min(MOST_BELOW, width * 0.22));
  const over = EDGE + size + label + GAP;
  const insets = [false, true].map((behind): Inset => {
    const [right, up] = column ? [0, behind ? 0 : size + label + GAP] : [behind ? size + GAP : 0, 0];
    return { x: EDGE + right, y: EDGE + label + up, size, label, behind };
  });
  const sides = BUTTONS + 2 * EDGE;
  const covered: Covered = column
    ? { top: EDGE, right: sides, bottom: EDGE, left: held ? size + 2 * EDGE : sides }
    : { top: above, right: EDGE, bottom: held ? over : sides, left: EDGE };
  return { column, size, label, insets: held ? insets : [], covered };
}

/** The edge of two pictures below what is above them, and below whose domino it is where there is room for words. */
function inColumn(width: number, height: number, above: number, label: number): number {
  const room = height - above - (label ? LINE : 0) - GAP - EDGE - 2 * label;
  return Math.floor(Math.max(LEAST, Math.min(MOST, width * 0.2, room / 2)));
}
