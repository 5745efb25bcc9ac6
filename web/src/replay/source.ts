// Where the positions of a replay come from: a table on the server, or a record from a file.
import { ask, get } from "$connection/api";
import type { ResumedMatch } from "$connection/protocol";
import { type Refusal, Refused } from "$connection/refusal";
import type { GameEvent } from "../games/contract";
import type { MatchRecord } from "../shuffle/examination";

export interface ReplayPosition {
  number: number;
  view: unknown;
  events: GameEvent[];
  to_act: number[];
  seat?: number;
  move?: string;
}

/** Why a record cannot be replayed to its end: its first bad move, or its result. */
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
  /** The viewpoint. */
  seat: number | string;
  status: "running" | "over";
  moves: number;
  resumes: ResumedMatch | null;
  trouble?: Trouble | null;
}

interface Page extends About {
  steps: ReplayPosition[];
  after: number | null;
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

/** The largest record that the server accepts, in bytes. */
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
  steps: ReplayPosition[];
}

/** All positions as that viewer knew them. While a match runs, a viewpoint that is still closed falls back to ours. */
export async function positions(source: Source, seat: string): Promise<Found> {
  try {
    return await read(source, seat);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== "table_is_running") throw error;
    return read(source, "most");
  }
}

async function read(source: Source, seat: string): Promise<Found> {
  const steps: ReplayPosition[] = [];
  let about: Page;
  let after: number | null = 0;
  do {
    about = await source.page(`seat=${seat}&after=${after}`);
    steps.push(...about.steps);
    after = about.after;
  } while (after !== null);
  return { about, steps };
}
