// Our results, by game and by opponent.

export interface Played {
  table: string;
  at: number;
  category: string;
  share: number;
  points: number;
  /** Of the strongest bot; 0: people only; null: a solo match. */
  level: number | null;
}
export interface GameProgress {
  game: string;
  matches: Played[];
  rating: { rating: number; deviation: number; settled: boolean; matches: number } | null;
}
export interface Row {
  level: number;
  matches: number;
  /** The sum of our shares of the win. */
  won: number;
}
export interface Dot {
  x: number;
  y: number;
  share: number;
}

/** A row for each level that we met, the strongest first; people last. */
export function byLevel(matches: readonly Played[]): Row[] {
  const rows = new Map<number, Row>();
  for (const { level, share } of matches) {
    if (level === null) continue;
    const row = rows.get(level) ?? { level, matches: 0, won: 0 };
    rows.set(level, { level, matches: row.matches + 1, won: row.won + share });
  }
  return [...rows.values()].sort((a, b) => b.level - a.level);
}

/** The matches in their order from left to right, each on the line of its level: people below, then 1 to 5. */
export function dots(matches: readonly Played[], width: number, line: number): Dot[] {
  const played = matches.filter((one) => one.level !== null);
  const step = width / Math.max(1, played.length);
  return played.map(({ level, share }, place) => ({ x: (place + 0.5) * step, y: (5 - (level ?? 0)) * line, share }));
}
