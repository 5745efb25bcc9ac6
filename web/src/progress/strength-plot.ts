// A plot of our matches by the strength of the opponents.
import { t } from "$app/i18n.svelte";
import { type Plotted, WIDTH } from "$app/plot";
import { dots, type Played } from "./progress";

/** The name of an opponent: a level, or 0 for people. */
export const opponent = (level: number): string => (level ? t("progress.level", { level }) : t("progress.people"));

/** Every match is a dot; the stronger the computer, the higher. A win is filled. */
export function byStrength(matches: readonly Played[]): Plotted {
  const line = 24;
  const drawn = dots(matches, WIDTH, line);
  // Many matches: smaller dots.
  const r = Math.max(2, Math.min(7, WIDTH / Math.max(1, drawn.length) / 2.4));
  return {
    left: 98,
    height: 5 * line,
    lines: [5, 4, 3, 2, 1, 0].map((level) => ({ y: (5 - level) * line, text: opponent(level) })),
    dots: drawn.map((dot) => ({ ...dot, r })),
    ends: [t("progress.first"), t("progress.last")],
  };
}
