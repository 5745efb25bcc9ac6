// Ten glazes, each with an icing sign of its own: drawn on a square of 24 by 24.

export interface Glaze {
  sign: string;
  glaze: string;
  icing: string;
  /** Outline of the sign; `ring` is drawn with a hole (even-odd). */
  path: string;
}

const DARK = "#3a2415";
const LIGHT = "#fff8ea";

export const GLAZES: Record<string, Glaze> = {
  A: {
    sign: "heart",
    glaze: "#b92748",
    icing: LIGHT,
    path: "M12 21C5 15.5 2.5 12 2.5 8.3 2.5 5.2 4.9 3 7.6 3c1.8 0 3.4.9 4.4 2.5C13 3.9 14.6 3 16.4 3c2.7 0 5.1 2.2 5.1 5.3 0 3.7-2.5 7.2-9.5 12.700z",
  },
  B: {
    sign: "star",
    glaze: "#f5cb3c",
    icing: DARK,
    path: "M12 1.800l3 6.6 7.2.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.100L1.8 9.2 9 8.400z",
  },
  C: {
    sign: "moon",
    glaze: "#2b3a67",
    icing: "#f7e7a8",
    path: "M15.5 2.300A10 10 0 1 0 21.7 15.8 8.3 8.3 0 0 1 15.5 2.300z",
  },
  D: {
    sign: "leaf",
    glaze: "#9dcb6a",
    icing: DARK,
    path: "M21.5 2.500C10 2.5 3.5 7 3.5 14c0 1.5.3 2.8.9 4L2 20.800l1.5 1.4 2.7-2.700c1.2.6 2.5.9 4 .9 7.3 0 11.3-6.4 11.3-17.900zM7 16.800l-.9-.9C9 11.8 12.5 9 16.8 7 14 10.5 10.8 13.8 7 16.800z",
  },
  E: {
    sign: "drop",
    glaze: "#86c6ea",
    icing: DARK,
    path: "M12 1.500c4.5 6 7 9.8 7 13.200A7 7 0 0 1 12 22a7 7 0 0 1-7-7.300c0-3.4 2.5-7.2 7-13.200zM8 14.500a4.3 4.3 0 0 0 3.5 4.600l.3-1.700a2.7 2.7 0 0 1-2.1-2.900z",
  },
  F: {
    sign: "flower",
    glaze: "#d3a6e3",
    icing: DARK,
    path: flower(),
  },
  G: {
    sign: "bolt",
    glaze: "#4a2b1b",
    icing: "#ffd98a",
    path: "M14.5 1L4 13.500h6.200L8.5 23 20 9.500h-6.700z",
  },
  H: {
    sign: "ring",
    glaze: "#f0943c",
    icing: DARK,
    path: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM12 7.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  },
  I: {
    sign: "crown",
    glaze: "#fdf6e6",
    icing: "#8c2f1c",
    path: "M2 6l5 4.500L12 3l5 7.500L22 6l-2 11H4zM4 18.500h16V21H4z",
  },
  J: {
    sign: "fish",
    glaze: "#126a63",
    icing: LIGHT,
    path: "M1.5 12C4.5 7 8.5 5 12 5c3 0 5.2 1.7 6.7 4L23 5.500c-1 4-1 9 0 13L18.7 15c-1.5 2.3-3.7 4-6.7 4-3.5 0-7.5-2-10.5-7zM7 9.300a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  },
};

/** A scalloped square of 40 by 40: four waves a side. */
export const SCALLOP = scallop();

function scallop(): string {
  const [near, far, r] = [4.8, 35.2, 3.8];
  const side = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx * 2 * r} ${dy * 2 * r}`.repeat(4);
  return `M${near} ${near}${side(1, 0)}${side(0, 1)}${side(-1, 0)}${side(0, -1)}zM${near} ${near}H${far}V${far}H${near}z`;
}

function circle(x: number, y: number, r: number): string {
  return `M${(x - r).toFixed(2)} ${y.toFixed(2)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** Five petals around a dot. */
function flower(): string {
  const petals = [0, 1, 2, 3, 4].map((k) => {
    const angle = (2 * Math.PI * k) / 5 - Math.PI / 2;
    return circle(12 + 7 * Math.cos(angle), 12.4 + 7 * Math.sin(angle), 4);
  });
  return petals.join("") + circle(12, 12.4, 2.4);
}
