// The biscuit as the board draws it: squares, steps over the board, each seat's tiles. The server knows the rules.
import type { GameEvent, PlayedMove } from "../contract";

export interface KeksView {
  board: string[];
  pips: string[];
  held: Record<string, number>[];
  gone: string[];
  eliminated: string | null;
  won: string[][];
  colour: string | null;
  turn: number | null;
}

export const SIZE = 8;
export const COLOURS = [..."ABCDEFGHIJ"];
export const COLUMNS = "abcdefgh";

export interface Square {
  /** Its name: d4. */
  at: string;
  /** From 0, left to right and top to bottom. */
  x: number;
  y: number;
}

export interface TileShown extends Square {
  colour: string;
  pips: number;
}

export const nameAt = (x: number, y: number): string => `${COLUMNS[x]}${SIZE - y}`;

export function squareOf(at: string): Square {
  return { at, x: COLUMNS.indexOf(at[0] ?? ""), y: SIZE - Number(at.slice(1)) };
}

/** The tiles that lie there, row by row from the top. */
export function tilesOf(view: Pick<KeksView, "board" | "pips">): TileShown[] {
  return view.board.flatMap((row, y) =>
    [...row].flatMap((colour, x) =>
      colour === "." ? [] : [{ at: nameAt(x, y), x, y, colour, pips: Number(view.pips[y]?.[x] ?? 0) }],
    ),
  );
}

/** A part of the plate: the columns from `left` on and the rows from `top` on, counted as in `Square`. */
export interface Part {
  left: number;
  top: number;
  wide: number;
  high: number;
}

export const WHOLE: Part = { left: 0, top: 0, wide: SIZE, high: SIZE };

/** The part with all these squares. */
export function boundingPart(squares: readonly Square[]): Part {
  const [left, wide] = span(squares.map((square) => square.x));
  const [top, high] = span(squares.map((square) => square.y));
  return { left, top, wide, high };
}

function span(places: readonly number[]): [start: number, length: number] {
  const first = Math.min(...places);
  return [first, Math.max(...places) - first + 1];
}

/** The tile in a direction: the next one straight ahead, else the nearest that lies that way; else the same one. */
export function step<Place extends Square>(
  tiles: readonly Place[],
  from: Square,
  [dx, up]: readonly [number, number],
): Place | undefined {
  const dy = -up;
  let best: Place | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const tile of tiles) {
    const ahead = (tile.x - from.x) * dx + (tile.y - from.y) * dy;
    const aside = Math.abs((tile.x - from.x) * dy) + Math.abs((tile.y - from.y) * dx);
    // Straight ahead always comes before aside: no row is longer than eight.
    const far = ahead + aside * SIZE * 2;
    if (ahead > 0 && far < least) [best, least] = [tile, far];
  }
  return best ?? tiles.find((tile) => tile.at === from.at);
}

/** Where the focus goes when its tile is gone. */
export function nearest<Place extends Square>(tiles: readonly Place[], from: Square): Place | undefined {
  let best: Place | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const tile of tiles) {
    const far = Math.hypot(tile.x - from.x, tile.y - from.y);
    if (far < least) [best, least] = [tile, far];
  }
  return best;
}

/** How a colour stands for a seat. */
export type Standing = "open" | "won" | "lost" | "eliminated";

export interface Stack {
  colour: string;
  standing: Standing;
  /** Tiles in front of the seat, or points in `eleven`. */
  held: number;
  /** Whether its first tile is still on the biscuit (nobody keeps that one). */
  fresh: boolean;
}

export function stacks(view: KeksView, seat: number): Stack[] {
  return COLOURS.map((colour) => ({
    colour,
    standing: standing(view, seat, colour),
    held: view.held[seat]?.[colour] ?? 0,
    fresh: !view.gone.includes(colour),
  }));
}

function standing(view: KeksView, seat: number, colour: string): Standing {
  if (view.eliminated === colour) return "eliminated";
  const owner = view.won.findIndex((colours) => colours.includes(colour));
  return owner < 0 ? "open" : owner === seat ? "won" : "lost";
}

/** Colours that nobody has won and that are not eliminated. */
export function left(view: KeksView): string[] {
  return COLOURS.filter((colour) => standing(view, 0, colour) === "open");
}

export interface Taken {
  seat: number;
  at: string;
  colour: string;
  pips: number;
  /** Whether it was the first tile of its colour, which nobody keeps. */
  first: boolean;
  kept: boolean;
}

export function takenIn(events: readonly GameEvent[]): Taken | null {
  const taken = events.find((event) => event.event === "taken");
  return taken ? (taken as unknown as Taken) : null;
}

/** Every tile that was taken in these moves. */
export const takenSince = (steps: readonly PlayedMove[]): Taken[] =>
  steps.flatMap((step) => takenIn(step.events) ?? []);

/** Whether a colour is won or eliminated: its tiles no longer count. */
export const decided = (view: KeksView, colour: string): boolean => standing(view, 0, colour) !== "open";

/** What a take would do, from the events that the server tells: the key of a sentence. */
export function effectOf(events: readonly GameEvent[]): "over" | "won" | "eliminated" | "kept" | "thrown" {
  for (const key of ["over", "won", "eliminated"] as const) if (events.some((event) => event.event === key)) return key;
  return takenIn(events)?.kept ? "kept" : "thrown";
}

/** What a move did besides taking a tile. */
export interface News {
  /** Who moved. */
  seat: number;
  colour: string;
  /** The event that decided the glaze; null: it is still open. */
  decided: GameEvent | null;
  /** Whether the turn ended by itself, because nothing more can be taken (rule 4). */
  spent: boolean;
}

/** The news of a move, after which it is the turn of a seat; null: none. */
export function newsIn(events: readonly GameEvent[], turn: number | null): News | null {
  const taken = takenIn(events);
  if (!taken) return null;
  const decided = events.find(({ event }) => event === "won" || event === "eliminated") ?? null;
  const spent = turn !== null && turn !== taken.seat;
  return decided || spent ? { seat: taken.seat, colour: taken.colour, decided, spent } : null;
}

/** The tiles that are kept in a turn, which have one glaze, in one sentence; then what came of it. */
export function together(events: readonly GameEvent[]): readonly GameEvent[] {
  const kept = events.filter((event) => event.event === "taken" && event.kept);
  if (kept.length < 2) return events;
  const pips = kept.reduce((sum, event) => sum + Number(event.pips), 0);
  const all: GameEvent = { ...kept[0], event: "taken_together", at: kept.map((event) => event.at), pips };
  return events.flatMap((event) => (event === kept[0] ? all : kept.includes(event) ? [] : event));
}
