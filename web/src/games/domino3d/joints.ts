// Wrong joints: neighbouring cells whose visible marks on one side differ.
import {
  beyond,
  type Cell,
  DIRECTIONS,
  type Direction,
  halves,
  type Mark,
  marksOf,
  nameOf,
  opposite,
  type Piece,
} from "./logic";
import type { Face } from "./scene/ghost";

/** Two touching cells whose visible marks on one side differ. */
export interface Joint {
  cells: [Cell, Cell];
  side: Direction;
  marks: [Mark, Mark];
}

type Half = Partial<Record<Direction, Mark>> & { domino: number };
type Cells = ReadonlyMap<string, Half>;

const cellsOf = (pieces: readonly Piece[]): Map<string, Half> =>
  new Map(
    pieces.flatMap((piece) => {
      const marks = marksOf(piece.domino, piece);
      return halves(piece).map(
        (cell, half) => [nameOf(cell), { ...marks[half as 0 | 1], domino: piece.domino }] as const,
      );
    }),
  );

/** The wrong joints between a cell and its neighbours. */
function jointsAt(cell: Cell, taken: Cells): Joint[] {
  const own = taken.get(nameOf(cell));
  if (!own) return [];
  const isVisible = (at: Cell, side: Direction) => (side !== "D" || at[2] > 0) && !taken.has(nameOf(beyond(at, side)));
  return DIRECTIONS.flatMap((direction) => {
    const beside = beyond(cell, direction);
    const other = taken.get(nameOf(beside));
    if (!other || other.domino === own.domino) return [];
    return DIRECTIONS.flatMap((side): Joint[] => {
      // A joint has no faces along its own axis.
      if (side === direction || side === opposite(direction)) return [];
      if (!isVisible(cell, side) || !isVisible(beside, side)) return [];
      const [mark, theirs] = [own[side], other[side]];
      return mark && theirs && mark !== theirs ? [{ cells: [cell, beside], side, marks: [mark, theirs] }] : [];
    });
  });
}

/** The wrong joints that a further domino would make; the rules say the same (joints.jsonl). */
export function wrongWith(piece: Piece, pieces: readonly Piece[]): Joint[] {
  const taken = cellsOf([...pieces, piece]);
  return halves(piece).flatMap((cell) => jointsAt(cell, taken));
}

export const facesOf = (joints: readonly Joint[]): Face[] =>
  joints.flatMap(({ cells, side }) => cells.map((cell) => ({ cell, side })));
