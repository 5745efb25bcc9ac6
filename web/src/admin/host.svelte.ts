// The host's session and orders. Every answer contains the current state of the house.
import { errorSentence } from "$app/error-sentence";
import { words } from "$app/i18n.svelte";
import { ask, get, post } from "$connection/api";
import type { EntryShown } from "$connection/protocol";
import { Refused } from "$connection/refusal";

export interface Ban {
  kind: "mute" | "person" | "address";
  subject: string;
  name: string;
  reason: string;
  made: number;
  until: number | null;
}
export interface Setting {
  name: string;
  value: string;
  given: string;
  changed: boolean;
}
export interface HouseState {
  announcement: string;
  read_only: string;
  bans: Ban[];
  settings: Setting[];
  open_reports: number;
}
export interface PersonRow {
  id: string;
  name: string;
  made: number;
  seen: number;
  playing: number;
  addresses: string[];
  bans: string[];
}
export interface Report {
  id: string;
  at: number;
  reporter: string;
  person: string;
  table: string;
  entry: number | null;
  reason: string;
  resolved: number | null;
  note: string;
  names: Record<string, string>;
  chat: EntryShown[];
}
export interface AuditEntry {
  at: number;
  by: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}
export interface Load {
  version: string;
  memory_bytes: number;
  connections: number;
  people: number;
  tables_in_memory: number;
  tables: Record<string, number>;
  waiting: Record<string, number>;
  running: Record<string, number>;
  store_bytes: number;
  disk_free_bytes: number | null;
}
export type Order = { order: string } & Record<string, unknown>;

class Host {
  /** Whether the server knows this browser as the host's; null: not asked yet. */
  signedIn = $state<boolean | null>(null);
  house = $state.raw<HouseState | null>(null);
  /** Why the last order was refused. */
  refusal = $state("");
  /** The number of orders carried out; lists reload when it grows. */
  done = $state(0);

  /** Sign in by the token of a one-time link, or by the cookie of an earlier one. */
  async enter(token: string): Promise<void> {
    try {
      if (token) await post("/api/admin/session", { token });
      this.house = await get<HouseState>("/api/admin/house");
      this.signedIn = true;
    } catch (error) {
      this.#fail(error);
      this.signedIn = false;
      // Without a link it is no error that nobody is signed in.
      if (!token && error instanceof Refused && error.refusal.code === "no_admin") this.refusal = "";
    }
  }

  /** Whether it was carried out. */
  async order(order: Order): Promise<boolean> {
    try {
      this.house = (await post<{ house: HouseState }>("/api/admin/orders", { order })).house;
      this.refusal = "";
      this.done += 1;
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** What the server answers; nothing if it refuses. */
  async list<Answer>(path: string): Promise<Answer | null> {
    try {
      return await get<Answer>(`/api/admin/${path}`);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  async leave(): Promise<void> {
    await ask("DELETE", "/api/admin/session").catch(() => {});
    this.signedIn = false;
    this.house = null;
  }

  #fail(error: unknown): void {
    this.refusal = errorSentence(error);
    if (error instanceof Refused && error.refusal.code === "no_admin") this.signedIn = false;
  }
}

export const host = new Host();

// Dates in the browser's own variant of the language: English has many.
export function when(ms: number): string {
  const locale = navigator.languages.find((one) => one.startsWith(words.language)) ?? words.language;
  return new Date(ms).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
}
