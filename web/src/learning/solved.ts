// The puzzles of a game that were solved on this device.

export function solvedOf(game: string): Set<number> {
  return new Set((localStorage.getItem(`puzzles ${game}`) ?? "").split(",").filter(Boolean).map(Number));
}

export const keepSolved = (game: string, solved: ReadonlySet<number>): void =>
  localStorage.setItem(`puzzles ${game}`, [...solved].join(","));

/** The first unsolved puzzle; the first of all once every one is solved. */
export function nextOf(game: string, count: number): number {
  const solved = solvedOf(game);
  return Array.from({ length: count }, (_, at) => at + 1).find((number) => !solved.has(number)) ?? 1;
}
