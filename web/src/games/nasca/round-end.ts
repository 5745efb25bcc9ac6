// The end of a round: its last position stays on the board, although the server already shows the next round.
import type { GameEvent, PlayedMove } from "../contract";
import { type Plank, squaresOf, type View } from "./logic";

/** The last position of a round that these events ended, from the position before; null if none ended. */
export function finished(before: View, events: readonly GameEvent[]): View | null {
  const find = (name: string) => events.find((event) => event.event === name);
  const [ended, put] = [find("round"), find("placed")];
  if (!ended || !put) return null;
  const plank = { owner: Number(put.seat), at: String(put.at), level: Number(put.level) };
  const length = squaresOf(plank.at).length;
  const hands = before.hands.map((hand, seat) =>
    seat === plank.owner ? { ...hand, [length]: (hand[length] ?? 1) - 1 } : hand,
  );
  return {
    ...before,
    hands,
    planks: [...before.planks, plank],
    areas: ended.areas as string[][],
    points: [...before.points, ended.points as number[]],
  };
}

/** The planks that were placed since our last turn, by their numbers: only those of the round that is on the board. */
export function recentPlanks(view: View, since: readonly PlayedMove[]): number[] {
  // After a round's end the board may still show that round, whose points are then counted already.
  const shown = (step: PlayedMove) => {
    const ended = step.events.find((event) => event.event === "round");
    return !ended || (Number(ended.round) === view.round && view.points.length >= view.round);
  };
  const from = since.findLastIndex((step) => !shown(step)) + 1;
  const placed = since.slice(from).flatMap((step) => step.events.filter((event) => event.event === "placed"));
  const isRecent = (plank: Plank) => placed.some((event) => event.at === plank.at && event.seat === plank.owner);
  return view.planks.flatMap((plank, number) => (isRecent(plank) ? [number] : []));
}
