// What a set in a race still lacks, and the result of a round.
import type { GameEvent } from "../../contract";
import type { Joint } from "../joints";
import { isUpright } from "../logic";
import type { RaceView, View } from "../view";

// What is to be done.

/** What a set lacks before its builder may say that it is done. */
export type Lack = { kind: "hand"; n: number } | { kind: "upright" | "pieces" };

export function lackOf(view: RaceView, legal: readonly string[], you: number): Lack | null {
  const hand = view.hands[you] ?? [];
  if (hand.length) return { kind: "hand", n: hand.length };
  if (legal.includes("done")) return null;
  return { kind: (view.sets[you] ?? []).some(isUpright) ? "pieces" : "upright" };
}

export type Task = "check" | "first" | "build" | "upright" | "pieces" | "done";

export function taskOf(view: RaceView, legal: readonly string[], you: number): Task {
  if (view.phase === "check") return "check";
  const lack = lackOf(view, legal, you);
  if (lack?.kind === "hand") return view.sets[you]?.length ? "build" : "first";
  return lack?.kind ?? "done";
}

/** The position of one seat as a text, which the moves of others do not change. */
export function ownPosition(view: RaceView, seat: number | null): string {
  const own = seat ?? -1;
  const { round, phase, sets, hands, finished, given_up } = view;
  return JSON.stringify([round, phase, sets[own], hands[own], finished.includes(own), given_up.includes(own)]);
}

// The result of a round.

/** Rule 22: the points that a set wins or, with an error, loses; `place`: how many were done before. */
export const stakeOf = ({ totals }: RaceView, place: number): number => totals.length - place;

export interface Check {
  seat: number;
  error: boolean;
  wrong: Joint[];
  points: number;
}

/** The sets that these events have checked; null if they end no round. */
export function checksIn(events: readonly GameEvent[]): Check[] | null {
  if (!events.some((one) => one.event === "round")) return null;
  return events.filter((one) => one.event === "checked") as unknown as Check[];
}

/** The last position of a round that these events have ended: the server shows the next one already. */
export function finishedRound(before: View, events: readonly GameEvent[]): RaceView | null {
  const [last] = events;
  const over = events.find((one) => one.event === "round");
  if (before.mode !== "race" || !over || !last) return null;
  const seat = Number(last.seat);
  return {
    ...before,
    phase: "over",
    finished: last.event === "done" ? [...before.finished, seat] : before.finished,
    given_up: last.event === "gave_up" ? [...before.given_up, seat].sort((a, b) => a - b) : before.given_up,
    totals: over.totals as number[],
    to_act: [],
  };
}

/** Whose tower is shown first after the check: ours if it has an error, otherwise the first with one. */
export function firstShown(checks: readonly Check[], you: number | null): number | null {
  const wrong = checks.filter((one) => one.error).map((one) => one.seat);
  return wrong.find((seat) => seat === you) ?? wrong[0] ?? null;
}
