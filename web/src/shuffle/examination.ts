// Verification of a shuffle after the match, from its record and from what this device saved before the start.
import { get } from "$connection/api";
import { Refused } from "$connection/refusal";
import { type ChainPage, isInChain, type Pages, type Point } from "./chain";
import { type Checked, check, type Fair } from "./fairness";
import { type SavedShuffle, samePlace, savedShuffle, savedShuffles } from "./saved-shuffles";

/** What the examination needs of a record. */
export interface MatchRecord {
  seed: string | number;
  fair?: Fair | null;
  /** By seat, the level of a computer; 0 for people. */
  bots?: number[] | null;
}

/** What speaks against a shuffle, as keys of sentences. */
export type Objection =
  | "no_shuffle"
  | "other_table"
  | "values"
  | "other_commitment"
  | "number_missing"
  | "person_missing"
  | "chain";

export interface Examined {
  objections: Objection[];
  /** The computation; null where there is none, or the browser cannot compute it. */
  checked: Checked | null;
  saved: SavedShuffle | undefined;
  /** Proved: the house had fixed its secret before it knew our number, and our number is in. */
  proved: boolean;
  /** Whether other people gave numbers too. */
  others: boolean;
  /** The place in the chain that was found there; null if that was not or could not be checked. */
  listed: number | null;
}

/** The chain of this house; Refused: it does not show it. */
const ofHouse: Pages = (first) => get<ChainPage>(`/api/commitments?first=${first}`);

/** `table`: where the match was played; "" for a record from a file, which may be another house's. */
export async function examine(table: string, record: MatchRecord, pages = ofHouse): Promise<Examined> {
  const { fair } = record;
  const saved = savedShuffle(table || (fair?.table ?? ""));
  const objections = fair ? compared(table, record, fair, saved) : saved?.number ? (["no_shuffle"] as const) : [];
  const found: Examined = {
    objections: [...objections],
    checked: null,
    saved,
    proved: false,
    others: new Set(fair?.numbers.filter((number) => number !== null)).size > 1,
    listed: null,
  };
  if (!fair || !crypto.subtle) return found;
  found.checked = await check(String(record.seed), fair);
  if (!found.checked.commitmentFits || !found.checked.seedFits) found.objections.push("values");
  if (table && fair.chain) {
    const listed = await isListed({ commitment: fair.commitment, chain: fair.chain }, pages);
    if (listed) found.listed = fair.chain.number;
    else if (listed === false) found.objections.push("chain");
  }
  found.proved = saved?.number !== undefined && !found.objections.length;
  return found;
}

/** What speaks against the record by comparison alone. */
function compared(table: string, record: MatchRecord, fair: Fair, saved: SavedShuffle | undefined): Objection[] {
  const found: Objection[] = [];
  if (table && fair.table !== table) found.push("other_table");
  if (saved && (saved.commitment !== fair.commitment || !samePlace(saved.chain, fair.chain)))
    found.push("other_commitment");
  if (saved?.number && !fair.numbers.includes(saved.number)) found.push("number_missing");
  // At tables without a place in the chain a client could play without giving a number.
  const isPerson = (seat: number) => !record.bots?.[seat];
  if (fair.chain && fair.numbers.some((number, seat) => number === null && isPerson(seat)))
    found.push("person_missing");
  return found;
}

/** Whether the house's chain has the entry; null if the house cannot be reached. */
async function isListed(own: Point, pages: Pages): Promise<boolean | null> {
  const others = savedShuffles().flatMap(({ commitment, chain }) => (chain ? [{ commitment, chain }] : []));
  try {
    return await isInChain(own, others, pages);
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code === "out_of_range" ? false : null;
    throw error;
  }
}
