// The five marks: a sign and a colour each, drawn alike on a canvas and in SVG.
import type { Mark } from "./logic";

export interface Look {
  /** A path in a square of 100 × 100. */
  path: string;
  field: string;
  sign: string;
  /** For sentences. */
  letter: string;
}

const WAVE = (y: number): string =>
  `M16 ${y}C27 ${y - 15} 39 ${y - 15} 50 ${y}S73 ${y + 15} 84 ${y}V${y + 13}C73 ${y + 28} 61 ${y + 28} 50 ${y + 13}S27 ${y - 2} 16 ${y + 13}Z`;

export const LOOKS: Readonly<Record<Mark, Look>> = {
  A: {
    path: "M50 19A31 31 0 1 0 50 81A31 31 0 1 0 50 19ZM50 35A15 15 0 1 1 50 65A15 15 0 1 1 50 35Z",
    field: "#b5472f",
    sign: "#fff6e6",
    letter: "○",
  },
  B: {
    path: "M30 18L50 38L70 18L82 30L62 50L82 70L70 82L50 62L30 82L18 70L38 50L18 30Z",
    field: "#2b3a67",
    sign: "#fff6e6",
    letter: "✕",
  },
  C: { path: "M50 17L85 78L15 78Z", field: "#e3a72f", sign: "#22201c", letter: "△" },
  D: { path: "M24 24H76V76H24Z", field: "#2f6f5c", sign: "#fff6e6", letter: "□" },
  E: { path: `${WAVE(33)}${WAVE(56)}`, field: "#93cbe8", sign: "#22201c", letter: "≈" },
};

export const IVORY = "#f3ead6";
/** The part of a face's edge that its coloured field takes. */
export const FIELD = 0.82;
/** The rounding of the field, in hundredths of its edge. */
export const ROUNDING = 16;
