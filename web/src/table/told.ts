// Which sentences the line above the board has room for.
import { joined, type Line } from "../games/sentences";

/** Pixels of a letter, on average, in words of the page's size. */
const LETTER = 7.4;
const LETTER_ON_PHONE = 6.6;
const PHONE = 600;
const LINES = 2;

/** How many letters two lines of this width hold. */
export const room = (width: number): number =>
  Math.floor((LINES * width * 0.95) / (width < PHONE ? LETTER_ON_PHONE : LETTER));

/** All sentences, or as many of the last ones as there is room for. */
export function fitting(lines: readonly Line[], letters: number): Line {
  for (let from = 0; from < lines.length - 1; from++) {
    const rest = joined(lines.slice(from));
    const line = from ? { ...rest, text: `… ${rest.text}` } : rest;
    if (line.text.length <= letters) return line;
  }
  return joined(lines.slice(-1));
}
