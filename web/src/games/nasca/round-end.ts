// The end of a round as everybody should see it: the server already shows the next one.
import type { GameEvent } from "../contract";
import type { View } from "./logic";

export interface Finale {
  round: number;
  view: View;
}

/** The last position of a round that these events ended, from the position before; null if none ended. */
export function finaleOf(events: readonly GameEvent[], before: View, now: View): Finale | null {
  const find = (name: string) => events.find((event) => event.event === name);
  const [ended, begun, put] = [find("round"), find("begun"), find("placed")];
  if (!ended || !begun || !put || now.round <= before.round) return null;
  const plank = { owner: Number(put.seat), at: String(put.at), level: Number(put.level) };
  return {
    round: Number(ended.round),
    view: {
      ...before,
      planks: [...before.planks, plank],
      areas: ended.areas as string[][],
      points: [...before.points, ended.points as number[]],
    },
  };
}
