// Journal entries and events as sentences in the player's language.
import { type Params, t, words } from "$app/i18n.svelte";
import type { LiveTable } from "$connection/live.svelte";
import type { EntryShown } from "$connection/protocol";
import type { GameEvent, GameModule } from "../games/contract";
import { nameOf } from "../games/seats";
import { eventSentence } from "../games/sentences";

export interface Line {
  text: string;
  said: boolean;
}

export function sentences(entry: EntryShown, live: LiveTable, game: GameModule | null): Line[] {
  const name = (seat: number) => nameOf(live.now?.seats[seat], seat);
  const fields: Params = { ...entry.fields };
  if ("seat" in fields) fields.name = name(Number(fields.seat));
  if (Array.isArray(fields.winners)) fields.winners = fields.winners.map(name);
  const detail = fields.what ?? reasonOf(fields);
  const own = detail ? `entries.${entry.kind}.${detail}` : `entries.${entry.kind}`;
  const lines: Line[] = [];
  if (words.has(own)) lines.push({ text: t(own, fields), said: entry.kind === "said" });
  for (const event of (entry.events ?? []) as unknown as GameEvent[]) {
    const text = eventSentence({ name: live.table?.game ?? "", game, nameOf: name }, event);
    if (text) lines.push({ text, said: false });
  }
  return lines;
}

/** Whoever resigns a solo match gives up, but loses to nobody. */
function reasonOf({ reason, winners }: Params): unknown {
  return reason === "resigned" && Array.isArray(winners) && !winners.length ? "given_up" : reason;
}
