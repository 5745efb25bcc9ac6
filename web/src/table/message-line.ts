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

/** All sentences or, if there are too many, those that concern the reader first, then the latest. */
export function fitting(lines: readonly Line[], letters: number): Line {
  const whole = joined(lines);
  if (whole.text.length <= letters) return whole;
  const byWeight = lines.toReversed().toSorted((one, other) => Number(other.ours ?? false) - Number(one.ours ?? false));
  let best = joined(byWeight.slice(0, 1));
  for (let count = 1; count < byWeight.length; count++) {
    const kept = byWeight.slice(0, count);
    const some = joined(lines.filter((line) => kept.includes(line)));
    const text = `… ${some.text}`;
    if (text.length > letters) break;
    best = { ...some, text };
  }
  return best;
}
