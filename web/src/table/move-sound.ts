// One sound for all new entries.
import { sound } from "$app/sounds";
import type { LiveTable } from "$connection/live.svelte";

export function soundOf(live: LiveTable): void {
  const { fresh, now, you } = live;
  const moved = fresh.filter((entry) => entry.kind === "moved");
  if (!now || (!moved.length && !fresh.some((entry) => entry.kind === "ended"))) return;
  const others = moved.some((entry) => !you.includes(Number(entry.fields?.seat)));
  if (now.status === "over") sound("end");
  else if (others && you.some((seat) => now.to_act?.includes(seat))) sound("turn");
  else sound(others ? "other" : "own");
}
