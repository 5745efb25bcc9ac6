// Selects the sentences that fit into the line above the board.
import { joined, type Line } from "../games/sentences";

/** Pixels of a letter, on average, in words of the page's size. */
const LETTER = 7.4;
const LETTER_ON_PHONE = 6.6;
const PHONE = 600;
const LINES = 2;

/** The number of letters that fit into two lines of this width. */
export const room = (width: number): number =>
  Math.floor((LINES * width * 0.95) / (width < PHONE ? LETTER_ON_PHONE : LETTER));

/**
 * All sentences of these turns, or as many as there is room for. What the last turn began with always stands: who placed
 * what. Then comes what concerns the reader, then the rest of that turn, then the turns before it.
 */
export function fitting(turns: readonly (readonly Line[])[], letters: number): Line {
  const lines = turns.flat();
  const whole = joined(lines);
  const last = turns.at(-1) ?? [];
  if (whole.text.length <= letters || !last.length) return whole;
  const ours = lines.filter((line) => line.ours);
  let best: Line | null = null;
  const kept = new Set<Line>();
  for (const line of [...last.slice(0, 1), ...ours, ...last, ...lines.toReversed()]) {
    kept.add(line);
    const some = joined(lines.filter((one) => kept.has(one)));
    const before = kept.has(lines[0] as Line) ? "" : "… ";
    const after = kept.has(lines.at(-1) as Line) ? "" : " …";
    const text = `${before}${some.text}${after}`;
    if (best && text.length > letters) break;
    best = { ...some, text };
  }
  return best ?? whole;
}
