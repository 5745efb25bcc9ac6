// Who connects and disconnects. A reload, or a phone that sleeps for a moment, is not worth a line in the log.
import type { EntryShown } from "$connection/protocol";

/** Milliseconds from which an absence or a visit counts. */
const LASTING = 60_000;

/** The entries without short absences and visits; the rest still tells who is here now. */
export function withoutShortAbsences(entries: readonly EntryShown[]): EntryShown[] {
  const dropped = new Set<EntryShown>();
  /** For each seat the entries that are kept, alternating between "came" and "gone". */
  const told = new Map<unknown, EntryShown[]>();
  for (const entry of entries) {
    const seat = entry.fields?.seat;
    // Somebody else may sit there now.
    if (entry.kind === "sat") told.delete(seat);
    if (entry.kind !== "came" && entry.kind !== "gone") continue;
    const before = told.get(seat) ?? [];
    const last = before.at(-1);
    if (last?.kind === entry.kind) dropped.add(entry);
    else if (last && before.length > 1 && entry.at - last.at < LASTING) {
      dropped.add(last).add(entry);
      before.pop();
    } else told.set(seat, [...before, entry]);
  }
  return entries.filter((entry) => !dropped.has(entry));
}
