// The moves of a table, from its journal: which of them still stand, and which came since our last one.
import type { ShownPosition } from "$connection/live.svelte";
import { FIRST } from "$connection/live.svelte";
import type { EntryShown, Now } from "$connection/protocol";
import type { GameEvent, PlayedMove } from "../games/contract";

/** The entries of moves, each with whether it was taken back; `earlier`: moves that were played at another table. */
export function movesOf(entries: readonly EntryShown[], earlier = 0): { entry: EntryShown; undone: boolean }[] {
  const moves: { entry: EntryShown; undone: boolean }[] = [];
  for (const entry of entries) {
    if (entry.kind === "moved") moves.push({ entry, undone: false });
    if (entry.kind !== "tookback") continue;
    const kept = Number(entry.fields?.to ?? 0) - earlier;
    for (const move of moves.filter((one) => !one.undone).slice(Math.max(0, kept))) move.undone = true;
  }
  return moves;
}

/** The events of an entry; those of a move that the clock made say so. */
export function eventsOf({ fields, events }: EntryShown): GameEvent[] {
  const own = (events ?? []) as unknown as GameEvent[];
  return fields?.by === "clock" ? own.map((event) => ({ ...event, clock: true })) : own;
}

const stepOf = (entry: EntryShown): PlayedMove => ({
  number: entry.number,
  seat: Number(entry.fields?.seat ?? 0),
  events: eventsOf(entry),
});

/**
 * The moves since our last one; if none has followed, those of our own turn. Whoever watches sees a whole lap.
 * `you`: our seats; `seats`: how many there are.
 */
export function stepsSince(
  entries: readonly EntryShown[],
  you: readonly number[],
  seats: number,
  earlier = 0,
): PlayedMove[] {
  const steps = movesOf(entries, earlier).flatMap(({ entry, undone }) => (undone ? [] : stepOf(entry)));
  const isOurs = (step: PlayedMove) => you.includes(step.seat);
  if (!you.length) return lastTurns(steps, seats);
  const own = steps.findLastIndex(isOurs);
  return own < steps.length - 1 ? steps.slice(own + 1) : lastTurns(steps, 1);
}

/** The entries of the moves that followed our last one. */
export function answersTo(entries: readonly EntryShown[], you: readonly number[]): EntryShown[] {
  const isOurs = ({ kind, fields }: EntryShown) => kind === "moved" && you.includes(Number(fields?.seat));
  const from = entries.findLastIndex((entry) => FIRST.has(entry.kind) || isOurs(entry));
  return entries.slice(from + 1).filter((entry) => entry.kind === "moved");
}

/** A position of a replay. */
export type PastPosition = Required<Pick<Now, "view" | "to_act">>;

/** What was shown since our last move, made again from the positions before and after each answer to it. */
export function shownAgain(
  entries: readonly EntryShown[],
  answers: readonly EntryShown[],
  positions: readonly PastPosition[],
  now: Now,
): ShownPosition[] {
  const after = (answer: EntryShown) => entries.indexOf(answer) + 1;
  const first = answers[0] ? after(answers[0]) - 1 : entries.length;
  return positions.slice(0, answers.length + 1).map(({ view, to_act }, place) => {
    const answer = answers[place - 1];
    const shown = { count: answer ? after(answer) : first, fresh: answer ? [answer] : [] };
    if (place === answers.length) return { ...shown, count: entries.length, now };
    const version = answer?.number ?? entries[first - 1]?.number ?? 0;
    return { ...shown, now: { ...now, view, to_act, legal: null, round_break: null, match_version: version } };
  });
}

/** The turns of these moves: who took each, and its events. */
export function turnsBySeat(steps: readonly PlayedMove[]): { seat: number; events: GameEvent[] }[] {
  const turns: { seat: number; events: GameEvent[] }[] = [];
  for (const { seat, events } of steps) {
    if (turns.at(-1)?.seat !== seat) turns.push({ seat, events: [] });
    turns.at(-1)?.events.push(...events);
  }
  return turns;
}

/** The events of each turn. */
export const turnsOf = (steps: readonly PlayedMove[]): GameEvent[][] => turnsBySeat(steps).map(({ events }) => events);

/** The moves of the last turns: a turn is what one seat does without another in between. */
function lastTurns(steps: readonly PlayedMove[], turns: number): PlayedMove[] {
  let from = steps.length;
  for (let seen = 0; from > 0; from--) {
    if (steps[from - 1]?.seat !== steps[from]?.seat && ++seen > turns) break;
  }
  return steps.slice(from);
}
