// Where the positions of a replay come from: a table of the house, or a record that somebody has opened.
import { ask, get, type Refusal, Refused } from "$lib/api";
import type { Fair } from "$lib/fairness";
import type { GoesOn } from "$lib/protocol";
import type { GameEvent } from "../games/contract";

export interface Step {
  number: number;
  view: unknown;
  events: GameEvent[];
  to_act: number[];
  seat?: number;
  move?: string;
}

/** Why a record does not go on: its first bad move, or only its result. */
export interface Trouble {
  refusal: Refusal;
  move: number | null;
  seat: number | null;
  text: string | null;
}

export interface About {
  key: string;
  game: string;
  options: Record<string, unknown>;
  names: string[];
  bots: number[];
  you: number[];
  status: "running" | "over";
  moves: number;
  goes_on: GoesOn | null;
  trouble?: Trouble | null;
}

interface Page extends About {
  steps: Step[];
  after: number | null;
}

/** What the check of the shuffle needs of a record. */
export interface MatchRecord {
  seed: string | number;
  fair?: Fair | null;
  goes_on?: GoesOn | null;
}

export interface Source {
  /** The key of the table; "" for a file. */
  key: string;
  page: (query: string) => Promise<Page>;
  record: () => Promise<MatchRecord>;
}

export const ofTable = (key: string): Source => ({
  key,
  page: (query) => get<Page>(`/api/tables/${key}/replay?${query}`),
  record: () => get<MatchRecord>(`/api/tables/${key}/record`),
});

/** The bytes that the house takes of a record. */
export const MOST = 256 * 1024;

export const ofText = (text: string): Source => ({
  key: "",
  page: (query) => ask<Page>("POST", `/api/records?${query}`, text),
  record: async () => JSON.parse(text) as MatchRecord,
});

export interface Found {
  about: About;
  steps: Step[];
  seat: string;
}

/** All positions as that viewer knew them. While a match runs, what is not for us yet is seen as we may see it. */
export async function positions(source: Source, seat: string): Promise<Found> {
  try {
    return await read(source, seat);
  } catch (error) {
    const allowed =
      error instanceof Refused && error.refusal.code === "table_is_running" ? error.refusal.allowed : null;
    if (!Array.isArray(allowed) || !allowed.length) throw error;
    return read(source, String(allowed[0]));
  }
}

async function read(source: Source, seat: string): Promise<Found> {
  const steps: Step[] = [];
  let about: Page;
  let after: number | null = 0;
  do {
    about = await source.page(`seat=${seat}&after=${after}`);
    steps.push(...about.steps);
    after = about.after;
  } while (after !== null);
  return { about, steps, seat };
}
