// Creating a table.
import { post } from "$connection/api";
import { t } from "./i18n.svelte";
import { me } from "./me.svelte";
import { router } from "./router.svelte";

/** Who sits at a seat. */
export type SeatPlan = { who: "me" | "open" } | { who: "bot"; level: number };
export interface Setup {
  game: string;
  options: Record<string, unknown>;
  seats: SeatPlan[];
  clock?: { kind: string; seconds?: number; increment?: number };
  listed?: boolean;
  takebacks?: boolean;
  time_up?: string;
}

/** Create a table and go there; the match starts by itself when every seat is taken. */
export async function makeTable(setup: Setup): Promise<void> {
  await me.need(t("me.guest"));
  const made = await post<{ key: string }>("/api/tables", { ...setup, round_breaks: true });
  sessionStorage.setItem(`start ${made.key}`, "yes");
  router.go(`/table/${made.key}`);
}

/** The given number of seats, of which the first is ours. */
export function seatPlans(count: number, others: (seat: number) => SeatPlan): SeatPlan[] {
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? { who: "me" } : others(seat)));
}
