// Where squares lie in the drawing: the top left corner of the board is 0, 0.
import { COLUMNS, type Direction, ROWS, type Square } from "./logic";

export const CELL = 40;
/** How much a plank is drawn higher for each level. */
export const LIFT = 4;
export const WIDTH = COLUMNS * CELL;
export const HEIGHT = ROWS * CELL;
/** The drawing's part: space for letters, numbers and what is lifted. */
export const BOX = `-22 -14 ${WIDTH + 36} ${HEIGHT + 36}`;
export const RATIO = (WIDTH + 36) / (HEIGHT + 36);
/** All squares, row by row from the top. */
export const SQUARES: readonly (readonly Square[])[] = Array.from({ length: ROWS }, (_, down) =>
  Array.from({ length: COLUMNS }, (_, column) => ({ column, row: ROWS - 1 - down })),
);

/** The top left corner of a square. */
export function corner({ column, row }: Square): { x: number; y: number } {
  return { x: column * CELL, y: (ROWS - 1 - row) * CELL };
}

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A frame around squares, a little inside their edges. */
export function frameAround(squares: readonly Square[], inset: number): Rectangle {
  const corners = squares.map(corner);
  const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const span = (values: number[], low: number) => Math.max(...values) - low + CELL - 2 * inset;
  return { x: x + inset, y: y + inset, width: span(xs, x), height: span(ys, y) };
}

/** A frame at the height of a level. */
export const lifted = (frame: Rectangle, level: number): Rectangle => ({ ...frame, y: frame.y - level * LIFT });

/** The square at a point of the drawing; null beside the board. */
export function squareAt(x: number, y: number): Square | null {
  const [column, row] = [Math.floor(x / CELL), ROWS - 1 - Math.floor(y / CELL)];
  return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS ? { column, row } : null;
}

/** From the middle of the square by which a plank is held to the plank's own middle: an even one has it between two. */
export function toMiddle(length: number, direction: Direction): { x: number; y: number } {
  const half = length % 2 ? 0 : CELL / 2;
  return direction === "across" ? { x: half, y: 0 } : { x: 0, y: -half };
}

/** The square by which a plank is held whose middle is as near as can be to a point; null beside the board. */
export function heldAt(x: number, y: number, length: number, direction: Direction): Square | null {
  const by = toMiddle(length, direction);
  // A little less than half a square: from the middle of a square it is held by that one.
  const [dx, dy] = [Math.max(0, by.x - 1), Math.min(0, by.y + 1)];
  return squareAt(x, y) && squareAt(Math.max(0, x - dx), Math.min(HEIGHT - 1, y - dy));
}

/** A rectangle of squares, by its lower left one. */
export interface Part extends Square {
  columns: number;
  rows: number;
}
export const WHOLE: Part = { column: 0, row: 0, columns: COLUMNS, rows: ROWS };

/** What to show of the board so that these squares can be seen: with one around them, and the border if it is near. */
export function partAround(squares: readonly Square[]): Part {
  const span = (values: number[], size: number): [number, number] => {
    const [low, high] = [Math.min(...values) - 1, Math.max(...values) + 1];
    const from = low <= 1 ? 0 : low;
    return [from, (high >= size - 2 ? size - 1 : high) - from + 1];
  };
  if (squares.length === 0) return WHOLE;
  const [column, columns] = span(
    squares.map((one) => one.column),
    COLUMNS,
  );
  const [row, rows] = span(
    squares.map((one) => one.row),
    ROWS,
  );
  return { column, row, columns, rows };
}

/** A bird scratched into the desert, of our own: drawn once, mirrored for the other wing. */
export const WING =
  "M206 176 L92 92 L84 104 L190 190 L56 116 L50 129 L184 203 L40 148 L36 162 L184 216 L44 184 L42 198 L190 230 L74 216 L74 229 L200 242 L188 268 L212 292";
export const BEAK = "M215 142 L215 30 Q220 20 225 30 L225 142";
export const HEAD = "M206 176 Q196 146 215 142 M234 176 Q244 146 225 142";
export const TAIL =
  "M212 292 L168 372 L180 378 L214 312 L196 386 L209 389 L218 320 L220 392 L222 320 L231 389 L244 386 L226 312 L260 378 L272 372 L228 292";
