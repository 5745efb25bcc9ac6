// The games that the server offers.
import { get } from "$connection/api";

export interface Range {
  from: number;
  to: number;
}
export interface Option {
  name: string;
  default: unknown;
  choices: unknown[] | Range | null;
}
export interface Game {
  name: string;
  title: string;
  designer: string;
  year: number | null;
  minutes: number;
  credit: string;
  /** The numbers of seats that the box names. */
  box: number[];
  /** The numbers of seats that are accepted with the default options. */
  seats: number[];
  seats_by: { option: string; value: unknown; seats: number[] }[];
  options: Option[];
  sand: boolean;
  /** How many puzzles there are. */
  puzzles: number;
}
export interface Catalogue {
  games: Game[];
  levels: { level: number }[];
  clocks: { kind: string; seconds: Range; increment: Range }[];
  /** The games that cannot be played yet, because their rules are being compiled. */
  preparing: string[];
}
export interface TableRow {
  key: string;
  game: string;
  status: "open" | "running" | "over";
  changed: number;
  /** Whether the match was ended because nobody came back to it. */
  abandoned: boolean;
  /** Whether the host has ended it. */
  closed: boolean;
  listed: boolean;
  seats: { name: string; bot: number; person: string }[];
}

let asked: Promise<Catalogue> | null = null;

/** Asks the server once; again only if that failed. */
export const catalogue = (): Promise<Catalogue> => {
  asked ??= get<Catalogue>("/api/games").catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
};

/** The games that cannot be played yet; asks the server each time. */
export const preparing = async (): Promise<string[]> => (await get<Catalogue>("/api/games")).preparing;

export const isRange = (choices: Option["choices"]): choices is Range =>
  choices !== null && !Array.isArray(choices) && "from" in choices;

/** The numbers of seats that are possible with these options. */
export function seatsWith(game: Game, options: Record<string, unknown>): number[] {
  const other = game.seats_by.find((by) => options[by.option] === by.value);
  return other?.seats ?? game.seats;
}

/** The fewest seats that the box names, or that these options allow. */
export function usualSeats(game: Game, options: Record<string, unknown> = {}): number {
  const possible = seatsWith(game, options);
  return possible.find((count) => game.box.includes(count)) ?? possible[0] ?? 2;
}
