// Ten noses of our own, as line portraits in a box of 48 by 48: a filled shape, lines, and dots.

export interface NoseDrawing {
  tint: string;
  /** The nose itself, filled with a deeper tint. */
  shape: string;
  /** Eyes, brows, mouths: lines only. */
  lines: string;
  /** What is filled with ink. */
  ink?: string;
  /** What is filled with paper: a plaster. */
  paper?: string;
}

const dot = (x: number, y: number, r = 2) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const ring = dot;

export const NOSES: readonly NoseDrawing[] = [
  {
    // The clown's ball.
    tint: "#e4715c",
    shape: ring(24, 26, 11),
    lines: "M9 38Q24 50 39 38M18 22Q20 18 25 18M10 9Q14 4 18 8M30 8Q34 4 38 9",
    ink: dot(14, 13) + dot(34, 13),
  },
  {
    // The liar's: long and straight.
    tint: "#f0a94e",
    shape: "M14 17L44 18Q48 21 44 24L15 28Z",
    lines: "M8 3Q15 9 14 17M15 28Q19 32 14 34Q18 38 12 45M3 12Q7 9 10 11",
    ink: dot(7, 18),
  },
  {
    // The eagle's beak.
    tint: "#d7c23f",
    shape: "M14 12Q33 9 38 24Q40 33 34 37Q33 32 28 32Q22 34 16 32Z",
    lines: "M11 2Q14 7 14 12M16 32Q20 36 15 38Q18 41 13 46M2 12L12 15M24 27Q28 25 29 29",
    ink: dot(7, 19),
  },
  {
    // The ski jump.
    tint: "#f09cbc",
    shape: "M15 15Q20 27 38 16Q44 17 41 24Q34 33 17 32Z",
    lines: "M12 3Q17 8 15 15M17 32Q21 35 16 37Q19 40 14 45M3 20Q7 14 12 19M4 17L1 13M7 15L6 11M34 25Q37 23 38 26",
  },
  {
    // The potato.
    tint: "#c68f5e",
    shape: "M19 9Q18 19 9 24Q2 32 9 40Q16 46 24 42Q32 46 39 40Q46 32 39 24Q30 19 29 9",
    lines: "M14 37Q18 33 21 37M27 37Q30 33 34 37M11 29Q13 26 16 28M33 25Q36 26 36 29M22 22Q24 20 26 22",
    ink: dot(11, 10, 1.8) + dot(37, 10, 1.8),
  },
  {
    // The boxer's, broad and mended.
    tint: "#9fb6c8",
    shape: "M17 12L31 12Q33 22 43 27Q48 35 41 40L7 40Q0 35 5 27Q15 22 17 12Z",
    lines: "M12 35Q16 30 19 35M29 35Q32 30 36 35M4 3L12 11M12 3L4 11M33 4Q38 0 43 4M16 16.5L15.4 22.5M32 18L31.4 24",
    ink: dot(38, 9),
    paper: "M8 15.5L41 18.5L40 26L7 23Z",
  },
  {
    // The witch's, with a wart.
    tint: "#8fbf72",
    shape: "M13 13Q34 9 43 36Q45 44 39 43Q31 31 15 31Z",
    lines: "M10 2Q14 7 13 13M15 31Q19 33 14 35Q17 37 12 39Q17 47 25 44M3 14L12 18M31 15L34 9M28 14.5L28 8",
    ink: `${dot(7, 21)}${dot(30, 18, 3)}`,
  },
  {
    // The statue's: one line from the brow.
    tint: "#7fbfe0",
    shape: "M15 5L38 30L33 33L15 32Z",
    lines: "M13 2L15 5M15 32Q19 35 15 37L18 39Q18 42 13 46M2 16Q7 11 12 16Q7 19 2 16ZM2 8L12 7M27 30L32 28",
  },
  {
    // The gentleman's, over a moustache.
    tint: "#b49be0",
    shape: "M20 5Q20 15 16 19Q14 26 24 27Q34 26 32 19Q28 15 28 5",
    lines: "M6 8Q11 4 15 7M33 7Q37 4 42 8M19 22Q20 24 22 23M26 23Q28 24 29 22",
    ink: `M24 30Q15 26 10 33Q6 38 1 32Q3 43 13 43Q21 42 24 36Q27 42 35 43Q45 43 47 32Q42 38 38 33Q33 26 24 30Z${dot(11, 14, 1.8)}${dot(37, 14, 1.8)}`,
  },
  {
    // The reader's, with glasses.
    tint: "#6fc0ad",
    shape: "M21 20Q19 31 14 36Q14 44 24 44Q34 44 34 36Q29 31 27 20",
    lines: `${ring(12, 16, 10)}${ring(36, 16, 10)}M21.5 15Q24 12 26.5 15M18 39Q20 41 22 40M26 40Q28 41 30 39`,
    ink: dot(13, 17) + dot(35, 17),
  },
];
