// What this device saved of shuffles before the start, to compare at the end: a record alone proves nothing about
// the order in which the house and the players drew their parts.
import { randomText } from "$connection/api";
import type { ChainPlace, TableShown } from "$connection/protocol";

export interface SavedShuffle {
  table: string;
  commitment: string;
  chain: ChainPlace | null;
  /** Our client seed, once we have drawn it. */
  number?: string;
}

const NAME = "shuffles";
/** The most tables that are kept; the oldest are forgotten. */
const MOST = 300;

export const savedShuffles = (): SavedShuffle[] => JSON.parse(localStorage.getItem(NAME) ?? "[]") as SavedShuffle[];

export const savedShuffle = (table: string): SavedShuffle | undefined =>
  savedShuffles().find((one) => one.table === table);

function store(saved: SavedShuffle): void {
  const others = savedShuffles().filter((one) => one.table !== saved.table);
  localStorage.setItem(NAME, JSON.stringify([...others, saved].slice(-MOST)));
}

/** Whether the house still shows what it showed before; true if nothing was kept. */
export function isAsSaved({ key, commitment, chain }: TableShown, saved = savedShuffle(key)): boolean {
  return !saved || (saved.commitment === commitment && samePlace(saved.chain, chain));
}

export const samePlace = (one: ChainPlace | null | undefined, other: ChainPlace | null | undefined): boolean =>
  one?.number === other?.number && one?.previous === other?.previous;

/**
 * Our client seed for a table: drawn once, after the commitment was kept. What was kept first stays: null if the house
 * shows another commitment now, so that nothing is given to it.
 */
export function clientSeed(table: TableShown): string | null {
  const { key, commitment, chain = null } = table;
  const saved = savedShuffle(key);
  if (!isAsSaved(table, saved)) return null;
  const number = saved?.number ?? randomText();
  store({ table: key, commitment, chain, number });
  return number;
}

/** We have left the table: our number is not in its shuffle any more. */
export function forgetSeed(table: string): void {
  const saved = savedShuffle(table);
  if (saved) store({ table, commitment: saved.commitment, chain: saved.chain });
}
