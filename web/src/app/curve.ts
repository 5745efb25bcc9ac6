// A curve of the points of successive matches.

export interface Curve {
  path: string;
  dots: { x: number; y: number }[];
  /** Lines of equal points. */
  ticks: { points: number; y: number }[];
}

/** Matches from left to right in a box; a single one stands in its middle. */
export function curve(points: readonly number[], width: number, height: number): Curve {
  const step = tickStep(Math.max(1, ...points));
  const top = Math.max(step, Math.ceil(Math.max(0, ...points) / step) * step);
  const y = (value: number) => height * (1 - value / top);
  const dots = points.map((value, i) => ({
    x: points.length > 1 ? (width * i) / (points.length - 1) : width / 2,
    y: y(value),
  }));
  const path = dots.map((dot, i) => `${i ? "L" : "M"}${dot.x.toFixed(1)} ${dot.y.toFixed(1)}`).join("");
  const ticks = Array.from({ length: top / step + 1 }, (_, i) => ({ points: i * step, y: y(i * step) }));
  return { path, dots, ticks };
}

/** A round number that divides the range into five parts at most. */
function tickStep(most: number): number {
  const size = 10 ** Math.floor(Math.log10(most / 5));
  return Math.max(1, [1, 2, 5, 10].map((n) => n * size).find((n) => most / n <= 5) ?? 10 * size);
}
