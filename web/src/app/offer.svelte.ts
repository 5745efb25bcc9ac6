// What there is to play, and how a table is made.
import { get, post, randomText } from "$connection/api";
import { t } from "./i18n.svelte";
import { me } from "./me.svelte";
import { router } from "./router.svelte";

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
  /** As the box says. */
  box: number[];
  /** As accepted here with the usual options. */
  seats: number[];
  seats_by: { option: string; value: unknown; seats: number[] }[];
  options: Option[];
  sand: boolean;
  /** How many puzzles there are. */
  puzzles: number;
}
export interface Offer {
  games: Game[];
  levels: { level: number }[];
  clocks: { kind: string; seconds: Range; increment: Range }[];
}
export type Plan = { who: "me" | "open" } | { who: "bot"; level: number };
export interface Setup {
  game: string;
  options: Record<string, unknown>;
  seats: Plan[];
  clock?: { kind: string; seconds?: number; increment?: number };
  listed?: boolean;
  takebacks?: boolean;
  time_up?: string;
}
export interface TableRow {
  key: string;
  game: string;
  status: "open" | "running" | "over";
  changed: number;
  seats: { name: string; bot: number; person: string }[];
}

let offered: Promise<Offer> | null = null;
export const offer = (): Promise<Offer> => {
  offered ??= get<Offer>("/api/games").catch((error) => {
    offered = null;
    throw error;
  });
  return offered;
};

export const isRange = (choices: Option["choices"]): choices is Range =>
  choices !== null && !Array.isArray(choices) && "from" in choices;

/** The numbers of seats that are possible with these options. */
export function seatsWith(game: Game, options: Record<string, unknown>): number[] {
  const other = game.seats_by.find((by) => options[by.option] === by.value);
  return other?.seats ?? game.seats;
}

/** The level of the computer that was chosen last. */
export const level = {
  get: (): number => Number(localStorage.getItem("level") ?? 2),
  set: (number: number): void => localStorage.setItem("level", String(number)),
};

/** Make a table and go there; it starts by itself when nobody is waited for. */
export async function make(setup: Setup): Promise<void> {
  await me.need(t("me.guest"));
  const made = await post<{ key: string }>("/api/tables", { ...setup, number: randomText() });
  sessionStorage.setItem(`start ${made.key}`, "yes");
  router.go(`/table/${made.key}`);
}

/** So many seats: the first is ours. */
export function plans(count: number, others: (seat: number) => Plan): Plan[] {
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? { who: "me" } : others(seat)));
}

/** The usual number of seats: the fewest that the box names. */
export const usual = (game: Game): number => game.seats.find((count) => game.box.includes(count)) ?? 2;
