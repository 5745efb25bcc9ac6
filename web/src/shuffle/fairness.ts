// The shuffle computed again, as `ludotheque/fairness.py` describes it.
import type { ChainPlace } from "$connection/protocol";

/**
 * What the seed of a match was made of, as a record tells it: the server seed and, by seat, the client
 * seeds; null where nobody gave one.
 */
export interface Fair {
  table: string;
  commitment: string;
  secret: string;
  numbers: (string | null)[];
  /** Missing at tables from before houses kept a chain of commitments. */
  chain?: ChainPlace | null;
}

/** A hash with the text that was hashed. */
export interface Computed {
  text: string;
  hash: string;
}

export interface Checked {
  fair: Fair;
  /** As the record tells it. */
  seed: string;
  commitment: Computed;
  computedSeed: Computed;
  commitmentFits: boolean;
  seedFits: boolean;
}

const encoder = new TextEncoder();

/** The texts concatenated unambiguously: no other texts give the same bytes. */
export const parts = (texts: readonly (string | null)[]): string =>
  texts.map((text) => (text === null ? "-," : `${encoder.encode(text).length}:${text},`)).join("");

export async function computed(texts: readonly (string | null)[]): Promise<Computed> {
  const text = parts(texts);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return { text, hash: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}

export async function check(seed: string, fair: Fair): Promise<Checked> {
  const { table, secret, numbers } = fair;
  const commitment = await computed(["ludotheque-commitment-1", table, secret]);
  const computedSeed = await computed(["ludotheque-seed-1", table, secret, ...numbers]);
  return {
    fair,
    seed,
    commitment,
    computedSeed,
    commitmentFits: commitment.hash === fair.commitment,
    seedFits: computedSeed.hash === seed,
  };
}
