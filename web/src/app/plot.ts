// The data of a plot, and the plot of points over time.
import { curve } from "./curve";
import { words } from "./i18n.svelte";

/** Narrow, so that its labels stay readable when a phone scales it down. */
export const WIDTH = 260;

export interface Plotted {
  /** The space for the labels of the lines. */
  left: number;
  height: number;
  lines: { y: number; text: string | number }[];
  path?: string;
  /** Filled by their share: 1 is full, 0 empty. */
  dots: { x: number; y: number; r: number; share: number }[];
  best?: { x: number; y: number; text: string };
  /** The labels below the first and the last dot. */
  ends: [string, string];
}

/** More dots than this would hide the line. */
const MOST_DOTS = 60;

const day = (at: number | undefined): string =>
  at ? new Date(at).toLocaleDateString(words.language, { day: "numeric", month: "short", year: "numeric" }) : "";

/** Points over time as a curve; the dot of the best is filled. */
export function pointsOverTime(mine: readonly { points: number; at: number }[]): Plotted {
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
