// What is drawn of our matches: against whom we won, and how many points we had alone.

import { curve } from "$app/curve";
import { t, words } from "$app/i18n.svelte";
import { dots, type Played } from "./progress";

/** Not more: what is written shall be readable on a phone, where all of it is drawn smaller. */
export const WIDTH = 260;

export interface Plotted {
  /** Room for what is written beside the lines. */
  left: number;
  height: number;
  lines: { y: number; text: string | number }[];
  path?: string;
  /** Filled by their share: 1 is full, 0 empty. */
  dots: { x: number; y: number; r: number; share: number }[];
  best?: { x: number; y: number; text: string };
  /** What is written below the first and the last. */
  ends: [string, string];
}

/** Who sat there: a level, or 0 for people. */
export const opponent = (level: number): string => (level ? t("progress.level", { level }) : t("progress.people"));

/** Every match is a dot; the stronger the computer, the higher. A win is filled. */
export function byStrength(matches: readonly Played[]): Plotted {
  const line = 24;
  const found = dots(matches, WIDTH, line);
  // Many matches: smaller dots.
  const r = Math.max(2, Math.min(7, WIDTH / Math.max(1, found.length) / 2.4));
  return {
    left: 98,
    height: 5 * line,
    lines: [5, 4, 3, 2, 1, 0].map((level) => ({ y: (5 - level) * line, text: opponent(level) })),
    dots: found.map((dot) => ({ ...dot, r })),
    ends: [t("progress.first"), t("progress.last")],
  };
}

/** More dots than this would hide the line. */
const MOST_DOTS = 60;

const day = (at: number | undefined): string =>
  at ? new Date(at).toLocaleDateString(words.language, { day: "numeric", month: "short", year: "numeric" }) : "";

/** The points of those who play alone, as a curve; the best is filled. */
export function alone(mine: readonly { points: number; at: number }[]): Plotted {
  const height = 110;
  const points = mine.map((one) => one.points);
  const drawn = curve(points, WIDTH, height);
  const top = points.indexOf(Math.max(...points));
  const marked = drawn.dots.map((dot, place) => ({ ...dot, r: place === top ? 6 : 4, share: Number(place === top) }));
  const best = drawn.dots[top];
  return {
    left: 34,
    height,
    lines: drawn.ticks.map((tick) => ({ y: tick.y, text: tick.points })),
    path: drawn.path,
    dots: marked.filter((dot) => dot.share || marked.length <= MOST_DOTS),
    ...(best ? { best: { ...best, text: `★ ${points[top]}` } } : {}),
    ends: [mine.length > 1 ? day(mine[0]?.at) : "", day(mine.at(-1)?.at)],
  };
}
