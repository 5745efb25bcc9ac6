// Squares, planks and what lies on what, as the board draws it. The server says what is legal.

export const COLUMNS = 11;
export const ROWS = 10;
export const LENGTHS = [5, 4, 3, 2] as const;

export type Owner = number | "neutral";
export interface Plank {
  owner: Owner;
  at: string;
  level: number;
}
export interface View {
  round: number;
  turn: number | null;
  hands: Record<string, number>[];
  planks: Plank[];
  points: number[][];
  areas: string[][];
}
export interface Square {
  column: number;
  row: number;
}
export type Direction = "across" | "up";

export function square(text: string): Square {
  return { column: text.charCodeAt(0) - 97, row: Number(text.slice(1)) - 1 };
}

export function textOf({ column, row }: Square): string {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** Every square of a plank, the left or lower end first: "b3-d3" has b3, c3, d3. */
export function squaresOf(at: string): Square[] {
  const [first = "a1", last = first] = at.split("-");
  const [from, to] = [square(first), square(last)];
  const steps = Math.max(to.column - from.column, to.row - from.row);
  return Array.from({ length: steps + 1 }, (_, i) => ({
    column: from.column + (to.column > from.column ? i : 0),
    row: from.row + (to.row > from.row ? i : 0),
  }));
}

export function plankText(squares: readonly Square[]): string {
  const [first, last] = [squares[0], squares.at(-1)];
  if (!first || !last) return "";
  return squares.length === 1 ? textOf(first) : `${textOf(first)}-${textOf(last)}`;
}

/** The squares of a plank that is held by its middle over a square, pushed back onto the board. */
export function lay(held: Square, length: number, direction: Direction): Square[] {
  const before = Math.floor((length - 1) / 2);
  const clamp = (value: number, size: number) => Math.max(0, Math.min(size - length, value - before));
  const column = direction === "across" ? clamp(held.column, COLUMNS) : held.column;
  const row = direction === "up" ? clamp(held.row, ROWS) : held.row;
  return Array.from({ length }, (_, i) => ({
    column: column + (direction === "across" ? i : 0),
    row: row + (direction === "up" ? i : 0),
  }));
}

/** The highest plank of each square, by the square's text. */
export function tops(planks: readonly Plank[]): Map<string, Plank> {
  const top = new Map<string, Plank>();
  for (const plank of planks) for (const one of squaresOf(plank.at)) top.set(textOf(one), plank);
  return top;
}

export interface Resting {
  /** The level at which it comes to lie. */
  level: number;
  /** The squares on which it rests; none on the ground. */
  on: string[];
  /** The squares over which it hangs. */
  gaps: string[];
}

/** Where a plank comes to lie when it is put down on these squares. */
export function resting(planks: readonly Plank[], squares: readonly Square[]): Resting {
  const top = tops(planks);
  const height = (one: Square) => (top.get(textOf(one))?.level ?? -1) + 1;
  const level = Math.max(0, ...squares.map(height));
  if (level === 0) return { level, on: [], gaps: [] };
  const texts = (wanted: boolean) => squares.filter((one) => (height(one) === level) === wanted).map(textOf);
  return { level, on: texts(true), gaps: texts(false) };
}

/** Planks in the order in which they are painted, with the squares over which each hangs. */
export function painted(planks: readonly Plank[]): { plank: Plank; number: number; gaps: string[]; on: string[] }[] {
  return planks
    .map((plank, number) => ({ plank, number, ...resting(planks.slice(0, number), squaresOf(plank.at)) }))
    .sort((a, b) => a.plank.level - b.plank.level);
}

const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** Squares cut into pieces that hang together by edges, each with the square nearest to its middle. */
export function pieces(squares: readonly string[]): { squares: string[]; middle: Square }[] {
  const left = new Set(squares);
  const pieces = [];
  for (const start of squares) {
    if (!left.delete(start)) continue;
    const piece = [start];
    for (const text of piece) {
      const { column, row } = square(text);
      for (const [x, y] of STEPS) {
        const next = textOf({ column: column + x, row: row + y });
        if (left.delete(next)) piece.push(next);
      }
    }
    pieces.push({ squares: piece, middle: middle(piece.map(square)) });
  }
  return pieces;
}

function middle(squares: Square[]): Square {
  const mean = (pick: (one: Square) => number) => squares.reduce((sum, one) => sum + pick(one), 0) / squares.length;
  const [x, y] = [mean((one) => one.column), mean((one) => one.row)];
  const far = (one: Square) => (one.column - x) ** 2 + (one.row - y) ** 2;
  return squares.reduce((best, one) => (far(one) < far(best) ? one : best));
}

/** What a plank would change for a seat: the squares it is paid for afterwards and no longer. */
export function changes(before: readonly string[], after: readonly string[]): { gained: string[]; lost: string[] } {
  return {
    gained: after.filter((one) => !before.includes(one)),
    lost: before.filter((one) => !after.includes(one)),
  };
}

// Landscapes: neutral planks that are laid before a round.

export const NEUTRAL_STOCK: Readonly<Record<number, number>> = { 3: 1, 2: 2, 1: 3 };
export const LANDSCAPES: Readonly<Record<string, readonly string[]>> = {
  none: [],
  condor: ["f4-f6", "c6-d6", "h6-i6", "f8", "d3", "h3"],
  spider: ["e5-g5", "d7-d8", "h7-h8", "d3", "h3", "f9"],
  whale: ["e9-g9", "b6-b7", "j6-j7", "c3", "i3", "f2"],
  monkey: ["c4-c6", "d7-e7", "f5-f6", "e4", "h3", "i8"],
  gate: ["e6", "g6", "e6-g6", "c3-c4", "i3-i4", "f2"],
  temple: ["e5-e6", "g5-g6", "e6-g6", "f6", "c3", "i3"],
  cactus: ["f4-f6", "e6", "g4", "e6-f6", "f4-g4", "f9"],
  well: ["e4-g4", "e5-e6", "g5-g6", "f7", "c8", "i8"],
};

/** Neutral planks as they come to lie, laid one after the other. */
export function laid(landscape: readonly string[]): Plank[] {
  const planks: Plank[] = [];
  for (const at of landscape) planks.push({ owner: "neutral", at, level: resting(planks, squaresOf(at)).level });
  return planks;
}

/** How many neutral planks of each length are left. */
export function neutralLeft(landscape: readonly string[]): Record<number, number> {
  const left: Record<number, number> = { ...NEUTRAL_STOCK };
  for (const at of landscape) {
    const length = squaresOf(at).length;
    left[length] = Math.max(0, (left[length] ?? 0) - 1);
  }
  return left;
}

/** Why a plank does not hold there, whatever its colour: the key of a refusal and what it names. */
export interface Obstacle {
  key: string;
  params: Record<string, unknown>;
}

export function obstacle(planks: readonly Plank[], squares: readonly Square[]): Obstacle | null {
  const top = tops(planks);
  const ends = [squares[0], squares.at(-1)].map((one) => (one ? textOf(one) : ""));
  const [first = "", last = ""] = ends;
  const height = (text: string) => (top.get(text)?.level ?? -1) + 1;
  if (height(first) !== height(last)) {
    const heights = { first_height: height(first), last_height: height(last) };
    return { key: "ends_differ", params: { first, last, ...heights } };
  }
  const higher = squares.map(textOf).find((text) => height(text) > height(first));
  if (higher) {
    const params = { square: higher, height: height(higher), ends: height(first) };
    return { key: height(first) ? "too_high" : "covered", params };
  }
  const below = resting(planks, squares).on.map((text) => top.get(text));
  const twice = below.find((plank, i) => below.indexOf(plank) !== i);
  return twice ? { key: "twice", params: { plank: twice.at } } : null;
}

/** The planks of a landscape up to the first one that cannot be laid. */
export function validPrefix(landscape: unknown): string[] {
  const sound: string[] = [];
  for (const at of Array.isArray(landscape) ? landscape : []) {
    const squares = typeof at === "string" && PLANK.test(at) ? squaresOf(at) : [];
    const straight =
      new Set(squares.map((one) => one.row)).size === 1 || new Set(squares.map((one) => one.column)).size === 1;
    const able = straight && plankText(squares) === at && squares.every(isOnBoard);
    if (!able || !neutralLeft(sound)[squares.length] || obstacle(laid(sound), squares)) break;
    sound.push(at);
  }
  return sound;
}
const PLANK = /^[a-k]\d+(-[a-k]\d+)?$/;
const isOnBoard = ({ column, row }: Square) => column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
