// Layout of the insets that show the held domino, and of the area left for the tower.
import type { Covered } from "./camera";
import type { Inset } from "./held-domino";

export interface InsetLayout {
  /** Whether the insets are stacked on the left; otherwise they are side by side at the bottom. */
  column: boolean;
  /** CSS pixels: the edge of an inset, and the height of its label, 0 where there is no room for one. */
  size: number;
  label: number;
  insets: Inset[];
  covered: Covered;
}

/** CSS pixels: margin around the insets, gap between them, height of a label. */
const [EDGE, GAP, LABEL] = [8, 4, 18];
/** CSS pixels: the camera's buttons, and a line of text. */
const [BUTTONS, LINE] = [44, 30];
/** CSS pixels: a canvas lower than this has no room for labels. */
const LOW = 220;
/** Aspect ratio above which the insets go beside the tower. */
const WIDE = 1.2;
/** CSS pixels: bounds of an inset's edge. */
const [LEAST, MOST, MOST_BELOW] = [40, 150, 84];

/** `above`: the height of what is in the upper left corner; `held`: whether a domino is held. */
export function insetLayout(width: number, height: number, above: number, held: boolean): InsetLayout {
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

/** The edge of two stacked insets below the upper left corner and, with labels, the line that says whose domino it is. */
function inColumn(width: number, height: number, above: number, label: number): number {
  const room = height - above - (label ? LINE : 0) - GAP - EDGE - 2 * label;
  return Math.floor(Math.max(LEAST, Math.min(MOST, width * 0.2, room / 2)));
}
