// Parsed moves, and what a display shows. The server says what is legal.
import type { GameEvent, PlayedMove } from "../contract";

export interface NoxView {
  round: number;
  starter: number;
  turn: number | null;
  /** Our own cards; of other hands their number. */
  hands: (string[] | number)[];
  displays: string[][][];
  /** How many cards; which ones only when all is revealed. */
  pile: number | string[];
  totals: number[];
  history: number[][];
  seats: number;
}

export type Family = "b" | "g" | "o";
export const FAMILIES: readonly Family[] = ["b", "g", "o"];
export const PLACES = 6;

export const familyOf = (card: string): Family => card[0] as Family;
export const numberOf = (card: string): number => Number(card.slice(1));

export interface Place {
  display: number;
  /** The card that is covered; null: beside. */
  onto: string | null;
}
export interface Move extends Place {
  card: string;
}

export function parse(move: string): Move {
  const [card = "", rest = ""] = move.split(">");
  const [display = "", onto] = rest.split(":");
  return { card, display: Number(display), onto: onto ?? null };
}

export const textOf = ({ card, display, onto }: Move): string => `${card}>${display}${onto ? `:${onto}` : ""}`;

export const topOf = (stack: readonly string[]): string => stack.at(-1) ?? "";
export const tops = (display: readonly (readonly string[])[]): string[] => display.map(topOf);
export const sum = (display: readonly (readonly string[])[]): number =>
  tops(display).reduce((points, card) => points + numberOf(card), 0);

/** The families that a display does not show. */
export function missing(display: readonly (readonly string[])[]): Family[] {
  const shown = new Set(tops(display).map(familyOf));
  return FAMILIES.filter((family) => !shown.has(family));
}

export const worth = (display: readonly (readonly string[])[]): number => (missing(display).length ? 0 : sum(display));

/** The seats in the order in which we see them: to our left first, we ourselves last. */
export function order(seats: number, you: number | null): number[] {
  return Array.from({ length: seats }, (_, k) => (k + (you === null ? 0 : you + 1)) % seats);
}

/** How many cards; of hidden ones only that is known. */
export const countOf = (cards: string[] | number | undefined): number =>
  typeof cards === "number" ? cards : (cards?.length ?? 0);

export const goal = (options: Record<string, unknown>): number =>
  typeof options.target === "number" ? options.target : options.variant === "hard" ? 100 : 150;

export interface Played {
  seat: number;
  card: string;
  display: number;
  onto: string | null;
}
export interface Merged {
  display: number;
  card: string;
  top: number;
  under: number;
}
export interface RoundOver {
  round: number;
  display: number | null;
  worth: number[];
  noted: number[];
  totals: number[];
}

function find<Found>(events: readonly GameEvent[], name: string): Found | null {
  return (events.find((event) => event.event === name) as Found | undefined) ?? null;
}
export const playedIn = (events: readonly GameEvent[]) => find<Played>(events, "played");
export const mergedIn = (events: readonly GameEvent[]) => find<Merged>(events, "merged");
export const roundIn = (events: readonly GameEvent[]) => find<RoundOver>(events, "round");

/** A card that came since our last turn: from whom, and what it covered. */
export interface Arrival {
  seat: number;
  card: string;
  /** The card that was covered; null: none. */
  onto: string | null;
  /** Whether it made two stacks one. */
  merged: boolean;
}

/** A card that was played since our last turn, and whether it made two stacks one. */
export type RecentPlay = Played & Pick<Arrival, "merged">;

/** The cards that were played since our last turn, in the round that is on the table; `ended`: that round is over. */
export function recentPlays(since: readonly PlayedMove[], ended: boolean): RecentPlay[] {
  const over = since.findLastIndex((step) => roundIn(step.events));
  const before = since.slice(0, ended && over === since.length - 1 ? -1 : undefined);
  const from = before.findLastIndex((step) => roundIn(step.events)) + 1;
  return since.slice(from).flatMap(({ events }) => {
    const played = playedIn(events);
    return played ? { ...played, merged: mergedIn(events) !== null } : [];
  });
}

/**
 * The arrivals in a display by the card on top of their stack. No two stacks show the same number, so that the top card
 * tells a stack: a card is followed through whatever covered it later, or merged with it.
 */
export function arrivals(plays: readonly RecentPlay[], display: number): Map<string, Arrival[]> {
  const here = plays.filter((one) => one.display === display);
  const found = new Map<string, Arrival[]>();
  for (const [number, { seat, card, onto, merged }] of here.entries()) {
    const top = here.slice(number + 1).reduce((shown, later) => (later.onto === shown ? later.card : shown), card);
    found.set(top, [...(found.get(top) ?? []), { seat, card, onto, merged }]);
  }
  return found;
}

/**
 * The displays after a card was played, as its events tell; null if they do not fit what lies there. The server decides
 * whether two stacks merge (rule 6, `lay` in rules/stacks.py). The page replays that only where the server no longer
 * shows it: for the card that ended a round. A preview asks the server, see `outlook`.
 */
export function laid(displays: string[][][], played: Played, merged: Merged | null): string[][][] | null {
  const before = displays[played.display];
  const place = before ? (played.onto ? tops(before).indexOf(played.onto) : before.length) : -1;
  if (!before || place < 0) return null;
  const table = before.map((stack) => [...stack]);
  table[place] = [...(table[place] ?? []), played.card];
  const [top, under] = merged ? [table[merged.top], table[merged.under]] : [];
  if (merged && top && under) {
    table[Math.min(merged.top, merged.under)] = [...under, ...top];
    table.splice(Math.max(merged.top, merged.under), 1);
  }
  return displays.map((display, seat) => (seat === played.display ? table : display));
}

/** The last view of a round that these events ended, from the view before; null if none ended. */
export function finished(before: NoxView, events: readonly GameEvent[]): NoxView | null {
  const [over, played] = [roundIn(events), playedIn(events)];
  const displays = over && played ? laid(before.displays, played, mergedIn(events)) : null;
  return displays && over
    ? { ...before, displays, totals: over.totals, history: [...before.history, over.noted], turn: null }
    : null;
}

/** What a move would do to its display, from what the server tells. */
export interface Outlook {
  display: number;
  worth: number;
  missing: Family[];
  ends: boolean;
  merges: boolean;
}

export function outlook(move: Move, events: readonly GameEvent[], after: NoxView): Outlook {
  const over = roundIn(events);
  const table = after.displays[move.display] ?? [];
  return {
    display: move.display,
    worth: over ? (over.worth[move.display] ?? 0) : worth(table),
    missing: over ? [] : missing(table),
    ends: over !== null,
    merges: mergedIn(events) !== null,
  };
}

/** How the focus goes among targets: within a display by left and right, between displays by up and down. */
export interface Target {
  display: number;
  x: number;
  y: number;
}
export function nextTarget<Place extends Target>(all: readonly Place[], from: Place, key: string): Place | null {
  const here = all.indexOf(from);
  if (key === "ArrowRight") return all[here + 1] ?? from;
  if (key === "ArrowLeft") return all[here - 1] ?? from;
  const down = key === "ArrowDown";
  const beyond = all.filter((one) => one.display !== from.display && (down ? one.y > from.y + 1 : one.y < from.y - 1));
  if (!beyond.length) return down ? null : from;
  const rows = beyond.map((one) => one.y);
  const row = down ? Math.min(...rows) : Math.max(...rows);
  const near = beyond.filter((one) => Math.abs(one.y - row) < 8);
  return near.reduce((best, one) => (Math.abs(one.x - from.x) < Math.abs(best.x - from.x) ? one : best));
}
