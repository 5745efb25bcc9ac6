// The plank in the hand: which one, how it is turned, over which square it is held, where it would come to lie.
import { arrow, clamp } from "../shared/keys";
import { COLUMNS, type Direction, lay, type Plank, plankText, type Resting, ROWS, resting, type Square } from "./logic";

/** What the hand has to know at any time. */
export interface Ground {
  planks: readonly Plank[];
  /** Planks left of each length. */
  stock: Readonly<Record<string, number>>;
  lengths: readonly number[];
  /** Whether a plank may be held now. */
  able: boolean;
  fits: (squares: readonly Square[]) => boolean;
}

export class PlankInHand {
  direction = $state<Direction>("across");
  cursor = $state.raw<Square>({ column: 5, row: 4 });
  #held = $state.raw<Square | null>(null);
  #selected = $state(false);
  #length = $state(0);
  readonly #ground: Ground;
  readonly #first: number;

  constructor(ground: Ground, length: number) {
    this.#ground = ground;
    this.#first = this.#length = length;
  }

  /** As in the beginning: the first length, across, and not over the board. */
  begin(): void {
    this.#length = this.#first;
    this.direction = "across";
    this.hold(null);
  }

  /** The square over which the plank is held; null while it is not over the board. */
  get held(): Square | null {
    return this.#held;
  }

  /** Whether it was put there by a press or a key, and stays there until it is laid; otherwise a mouse only shows it. */
  get selected(): boolean {
    return this.#selected;
  }

  /** The chosen length: the one asked for, while any are left. */
  readonly chosen = $derived.by((): number | null => {
    const { stock, lengths } = this.#ground;
    return stock[this.#length] ? this.#length : (lengths.find((one) => stock[one]) ?? null);
  });
  /** The squares below the plank. */
  readonly over = $derived.by((): Square[] | null => {
    if (!this.#ground.able || !this.held || !this.chosen) return null;
    return lay(this.held, this.chosen, this.direction);
  });
  readonly move = $derived.by((): string => (this.over ? plankText(this.over) : ""));
  readonly fits = $derived.by((): boolean => !!this.over && this.#ground.fits(this.over));
  readonly rest = $derived.by((): Resting | null => (this.over ? resting(this.#ground.planks, this.over) : null));
  /** The squares over which the chosen plank may be held, as it is turned. */
  readonly places = $derived.by((): Square[] => {
    const { able, fits } = this.#ground;
    const length = this.chosen;
    if (!able || !length) return [];
    const places: Square[] = [];
    for (let row = 0; row < ROWS; row++)
      for (let column = 0; column < COLUMNS; column++) {
        const squares = lay({ column, row }, length, this.direction);
        const middle = squares[Math.floor((length - 1) / 2)];
        if (middle?.column === column && middle.row === row && fits(squares)) places.push(middle);
      }
    return places;
  });

  /** Whether it would lie just as it does if it were held over that square. */
  liesAs(one: Square | null): boolean {
    if (!one || !this.over || !this.chosen) return false;
    return plankText(lay(one, this.chosen, this.direction)) === this.move;
  }

  covers(one: Square | null): boolean {
    return !!one && !!this.over?.some((each) => each.column === one.column && each.row === one.row);
  }

  /** Whether the middle of a plank that is held over a square would be below this one, as it lies now. */
  isBelow(one: Square): boolean {
    const even = this.chosen !== null && this.chosen % 2 === 0;
    const [right, up] = !even ? [0, 0] : this.direction === "across" ? [1, 0] : [0, 1];
    return this.covers(one) || this.covers({ column: one.column + right, row: one.row + up });
  }

  choose(length: number): void {
    if (this.#ground.stock[length]) this.#length = length;
  }

  turn(): void {
    this.direction = this.direction === "across" ? "up" : "across";
  }

  /** Hold it over a square, which is selected; the cursor goes along. Null: hold it no longer over the board. */
  hold(square: Square | null): void {
    this.#held = square;
    this.#selected = square !== null;
    if (square) this.cursor = square;
  }

  /** A mouse shows the plank over a square, unless a place is selected. */
  hover(square: Square | null): void {
    if (!this.#selected) this.#held = square;
  }

  /** Take up the plank of a move and hold it there. */
  show(squares: readonly Square[]): void {
    const [first, second] = squares;
    this.choose(squares.length);
    if (first && second) this.direction = first.row === second.row ? "across" : "up";
    this.hold(squares[Math.floor((squares.length - 1) / 2)] ?? null);
  }

  /** The next square in an arrow's direction; false for other keys. */
  step(key: string): boolean {
    const by = arrow(key);
    if (!by) return false;
    const { column, row } = this.cursor;
    this.cursor = { column: clamp(column + by[0], 0, COLUMNS - 1), row: clamp(row + by[1], 0, ROWS - 1) };
    if (this.#ground.able) this.hold(this.cursor);
    return true;
  }

  /** Hold the plank over its next place; if it has none, turn it or take another. */
  next(): void {
    if (!this.#ground.able) return;
    const { stock, lengths } = this.#ground;
    for (const wanted of [this.chosen, ...lengths.filter((one) => stock[one])])
      for (const _ of [0, 1]) {
        if (this.places.length) break;
        if (wanted) this.choose(wanted);
        if (!this.places.length) this.turn();
      }
    const at = this.places.findIndex((one) => one.column === this.held?.column && one.row === this.held.row);
    const next = this.places[(at + 1) % this.places.length];
    if (next) this.hold(next);
  }
}
