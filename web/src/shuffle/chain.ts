// The public chain of the house's commitments, as `ludotheque/commitment_chain.py` describes it.
import type { ChainPlace } from "$connection/protocol";
import { computed } from "./fairness";

/** Commitments from number `first` on, the hash before them, and the number and the last hash of all. */
export interface ChainPage {
  first: number;
  previous: string;
  commitments: string[];
  count: number;
  head: string;
}

/** A commitment that was shown with its place in the chain. */
export interface Point {
  commitment: string;
  chain: ChainPlace;
}

export type Pages = (first: number) => Promise<ChainPage>;

/** How far before and after an entry its chain is read, in entries and in pages. */
const BEFORE = 1000;
const MOST_PAGES = 3;

export const entryHash = async ({ number, previous }: ChainPlace, commitment: string): Promise<string> =>
  (await computed(["ludotheque-chain-1", String(number), previous, commitment])).hash;

/**
 * Whether the chain has this entry, is unbroken, and agrees with all other entries that this device was shown, as far
 * as it is read: from the first of those shortly before the entry up to the present end, or some thousands further.
 */
export async function isInChain(own: Point, others: readonly Point[], pages: Pages): Promise<boolean> {
  const near = others.filter(({ chain }) => Math.abs(own.chain.number - chain.number) < BEFORE);
  const shown = [own, ...near].sort((one, other) => one.chain.number - other.chain.number);
  let next = shown[0]?.chain ?? own.chain;
  for (let read = 0; read < MOST_PAGES; read++) {
    const page = await pages(next.number);
    if (page.first !== next.number || page.previous !== next.previous) return false;
    for (const commitment of page.commitments) {
      const here = shown.filter(({ chain }) => chain.number === next.number);
      if (here.some((one) => one.commitment !== commitment || one.chain.previous !== next.previous)) return false;
      next = { number: next.number + 1, previous: await entryHash(next, commitment) };
    }
    if (next.number >= page.count) return next.previous === page.head && own.chain.number < page.count;
    if (!page.commitments.length) return false;
  }
  return own.chain.number < next.number;
}
