// Entries and events as sentences in the player's language.
import { type Params, t, words } from "$lib/i18n.svelte";
import type { LiveTable } from "$lib/live.svelte";
import type { EntryShown } from "$lib/protocol";
import type { GameEvent, GameModule } from "../games/contract";
import { nameOf } from "./seats";

export interface Line {
  text: string;
  said: boolean;
}

/** Fields of events that hold seats: people read names. */
const SEATS = new Set(["seat", "starter", "winners", "builder", "checker", "seats", "display", "by"]);

export function sentences(entry: EntryShown, live: LiveTable, game: GameModule | null): Line[] {
  const name = (seat: unknown) => nameOf(live.now?.seats[Number(seat)], Number(seat));
  const fields: Params = { ...entry.fields };
  if ("seat" in fields) fields.name = name(fields.seat);
  if (Array.isArray(fields.winners)) fields.winners = fields.winners.map(name);
  const detail = fields.what ?? reasonOf(fields);
  const own = detail ? `entries.${entry.kind}.${detail}` : `entries.${entry.kind}`;
  const lines: Line[] = [];
  if (words.has(own)) lines.push({ text: t(own, fields), said: entry.kind === "said" });
  for (const event of (entry.events ?? []) as unknown as GameEvent[]) {
    const text = sentence(event, live.table?.game ?? "", name, game);
    if (text) lines.push({ text, said: false });
  }
  return lines;
}

/** Who plays alone and resigns loses to nobody. */
function reasonOf({ reason, winners }: Params): unknown {
  return reason === "resigned" && Array.isArray(winners) && !winners.length ? "given_up" : reason;
}

export function sentence(
  event: GameEvent,
  game: string,
  name: (seat: unknown) => string,
  module: GameModule | null,
): string {
  const key = `${game}.events.${event.event}`;
  if (!words.has(key)) return "";
  const params: Params = {};
  for (const [field, value] of Object.entries(event))
    params[field] = SEATS.has(field) && value !== null ? (Array.isArray(value) ? value.map(name) : name(value)) : value;
  return t(key, { ...params, ...module?.readable?.(event, (inner, more) => t(`${game}.${inner}`, more)) });
}
