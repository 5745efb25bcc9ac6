// What this device keeps of a shuffle from before the start, to compare at the end: a record alone proves nothing about
// the order in which the house and the players drew their parts.
import { randomText } from "$connection/api";
import type { ChainPlace, TableShown } from "$connection/protocol";

export interface Kept {
  table: string;
  commitment: string;
  chain: ChainPlace | null;
  /** Our client seed, once we have drawn it. */
  number?: string;
}

const NAME = "shuffles";
/** The most tables that are kept; the oldest are forgotten. */
const MOST = 300;

export const allKept = (): Kept[] => JSON.parse(localStorage.getItem(NAME) ?? "[]") as Kept[];

export const keptOf = (table: string): Kept | undefined => allKept().find((one) => one.table === table);

function store(kept: Kept): void {
  const others = allKept().filter((one) => one.table !== kept.table);
  localStorage.setItem(NAME, JSON.stringify([...others, kept].slice(-MOST)));
}

/** Whether the house still shows what it showed before; true if nothing was kept. */
export function isAsKept({ key, commitment, chain }: TableShown, kept = keptOf(key)): boolean {
  return !kept || (kept.commitment === commitment && samePlace(kept.chain, chain));
}

export const samePlace = (one: ChainPlace | null | undefined, other: ChainPlace | null | undefined): boolean =>
  one?.number === other?.number && one?.previous === other?.previous;

/**
 * Our client seed for a table: drawn once, after the commitment was kept. What was kept first stays: null if the house
 * shows another commitment now, so that nothing is given to it.
 */
export function clientSeed(table: TableShown): string | null {
  const { key, commitment, chain = null } = table;
  const kept = keptOf(key);
  if (!isAsKept(table, kept)) return null;
  const number = kept?.number ?? randomText();
  store({ table: key, commitment, chain, number });
  return number;
}

/** We have left the table: our number is not in its shuffle any more. */
export function forgetSeed(table: string): void {
  const kept = keptOf(table);
  if (kept) store({ table, commitment: kept.commitment, chain: kept.chain });
}
