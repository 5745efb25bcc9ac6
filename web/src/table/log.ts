// The log, grouped by round and turn.
import type { EntryShown } from "$connection/protocol";
import type { GameEvent } from "../games/contract";
import type { Speaker } from "../games/sentences";
import { movesOf } from "./history";
import { type LogLine, sentences } from "./sentences";

/** Entries that the log leaves out: the list of seats shows who is present. */
const SILENT = new Set(["made", "came", "gone"]);

/** Consecutive moves of one seat, or another entry (`seat` null). */
export interface Turn {
  seat: number | null;
  lines: (LogLine & { undone: boolean })[];
}

export interface Round {
  /** Its number; 0: the game has no rounds. */
  round: number;
  turns: Turn[];
}

/** The log. `began`: the number of the round that these events begin, or null. */
export function logOf(
  entries: readonly EntryShown[],
  speaker: Speaker,
  earlier: number,
  roundAfter: (events: readonly GameEvent[]) => number | null,
): Round[] {
  const undone = new Set(movesOf(entries, earlier).flatMap((move) => (move.undone ? [move.entry.number] : [])));
  const rounds: Round[] = [{ round: 0, turns: [] }];
  for (const entry of entries) {
    if (SILENT.has(entry.kind)) continue;
    const lines = sentences(entry, speaker).map((line) => ({ ...line, undone: undone.has(entry.number) }));
    const seat = entry.kind === "moved" ? Number(entry.fields?.seat) : null;
    const turns = rounds.at(-1)?.turns ?? [];
    const last = turns.at(-1);
    if (lines.length && last && seat !== null && last.seat === seat) last.lines.push(...lines);
    else if (lines.length) turns.push({ seat, lines });
    const next = roundAfter((entry.events ?? []) as unknown as GameEvent[]);
    if (next !== null && !undone.has(entry.number)) {
      const current = rounds.at(-1);
      if (current && !current.round) current.round = next - 1;
      rounds.push({ round: next, turns: [] });
    }
  }
  return rounds.filter((round) => round.turns.length);
}
