// Where squares lie in the drawing: square 0,0 has its top left corner at 0, 0; y goes up on the table.
import type { Square } from "./logic";

export const CELL = 40;

export const corner = ({ x, y }: Square): { x: number; y: number } => ({ x: x * CELL, y: -y * CELL });
export const squareAt = (x: number, y: number): Square => ({ x: Math.floor(x / CELL), y: -Math.floor(y / CELL) });

/** A point of the drawing in squares, from the middle of square 0,0. */
export const inSquares = ({ x, y }: Square): Square => ({ x: x / CELL - 0.5, y: 0.5 - y / CELL });

/** Heads of pawns, around 0, 0: each seat has its own shape. */
export const HEADS: readonly string[] = [
  "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z",
  "M-5.5 -5.5H5.5V5.5H-5.5Z",
  "M0 -7L7 5.5H-7Z",
  "M0 -7.5L7 0L0 7.5L-7 0Z",
  "M0 -7L6.8 -2L4.2 6H-4.2L-6.8 -2Z",
];
export const BODY = "M-4 4Q-5 9 -9 15H9Q5 9 4 4Z";
