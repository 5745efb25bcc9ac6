// The last position of a round. It stays on the board, although the server already shows the next round.
import type { GameEvent } from "../contract";
import type { View } from "./logic";

export interface RoundEnd {
  round: number;
  view: View;
}

/** The last position of the round that these events have ended; null if they have ended none. */
export function roundEndOf(events: readonly GameEvent[], before: View, now: View): RoundEnd | null {
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
