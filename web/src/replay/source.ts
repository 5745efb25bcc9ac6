// Where the positions of a replay come from: a table of the house, or a record that somebody has opened.
import { ask, get } from "$connection/api";
import type { GoesOn } from "$connection/protocol";
import { type Refusal, Refused } from "$connection/refusal";
import type { GameEvent } from "../games/contract";
import type { Fair } from "./fairness";

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
  /** From where it is seen. */
  seat: number | string;
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

export function ofText(text: string): Source {
  async function record(): Promise<MatchRecord> {
    try {
      return JSON.parse(text) as MatchRecord;
    } catch {
      throw new Refused({ code: "not_a_record", key: "refused.not_a_record" });
    }
  }
  const page = async (query: string) => {
    await record(); // what is not even JSON need not be sent
    return ask<Page>("POST", `/api/records?${query}`, text);
  };
  return { key: "", page, record };
}

export interface Found {
  about: About;
  steps: Step[];
}

/** All positions as that viewer knew them. While a match runs, what is not for us yet is seen as we may see it. */
export async function positions(source: Source, seat: string): Promise<Found> {
  try {
    return await read(source, seat);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== "table_is_running") throw error;
    return read(source, "most");
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
  return { about, steps };
}
