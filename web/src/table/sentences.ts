// Journal entries and events as sentences in the player's language.
import { type Params, t, words } from "$app/i18n.svelte";
import type { EntryShown } from "$connection/protocol";
import { besides, concerns, eventLine, type Line, type Speaker } from "../games/sentences";
import { eventsOf } from "./history";

export interface LogLine extends Line {
  /** Whether somebody said it. */
  said: boolean;
  /** The entry that it is about. */
  entry?: EntryShown;
}

export function sentences(entry: EntryShown, speaker: Speaker): LogLine[] {
  const own = entrySentence(entry, speaker);
  const lines: LogLine[] = own ? [{ text: own, places: [], said: entry.kind === "said", entry }] : [];
  for (const event of eventsOf(entry)) {
    const line = eventLine(speaker, event);
    if (line) lines.push({ ...line, said: false });
  }
  return lines;
}

/** What happened at the table, without the events of the match; empty where there is nothing to tell. */
export function entrySentence(entry: EntryShown, speaker: Speaker): string {
  const { nameOf, you = null, person, alone, unopposed, begins = null } = speaker;
  if (alone && entry.kind === "resigned") return ""; // the end tells it
  if (entry.kind === "said" && !entry.fields?.text) return ""; // it was removed
  if (unopposed && entry.kind === "asked") return ""; // it is done at once
  if (entry.kind === "started" && begins !== null)
    return t(begins === you ? "your_entries.begins" : "entries.begins", { name: nameOf(begins) });
  const fields: Params = { ...entry.fields };
  const ours = concerns(fields, you);
  if ("seat" in fields) fields.name = nameOf(Number(fields.seat));
  else if (person && fields.person === person) fields.name = t("seat.yourself");
  if (Array.isArray(fields.winners)) {
    fields.others = besides(fields.winners, you).map(nameOf);
    fields.winners = fields.winners.map(nameOf);
  }
  const detail = fields.what ?? reasonOf(fields);
  const kind = detail ? `${entry.kind}.${detail}` : entry.kind;
  const key = [ours ? `your_entries.${kind}` : "", `entries.${kind}`].find((one) => words.has(one));
  return key ? t(key, fields) : "";
}

/** Who plays alone and resigns gives up, but loses to nobody. */
function reasonOf({ reason, winners }: Params): unknown {
  return reason === "resigned" && Array.isArray(winners) && !winners.length ? "given_up" : reason;
}
