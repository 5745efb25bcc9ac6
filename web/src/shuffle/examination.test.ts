// A house that cheats in every way we know, and what the page says to it.
import { beforeEach, expect, it } from "vitest";
import type { ChainPlace, TableShown } from "$connection/protocol";
import { Refused } from "$connection/refusal";
import { type ChainPage, entryHash } from "./chain";
import { examine, type MatchRecord } from "./examination";
import { check, type Fair } from "./fairness";
import { clientSeed, forgetSeed, isAsSaved, savedShuffle } from "./saved-shuffles";

const stored = new Map<string, string>();
globalThis.localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
} as Storage;
beforeEach(() => stored.clear());

const BEGINNING = "0".repeat(64);

/** What the hashes of a fair shuffle have to be. */
async function hashes(table: string, secret: string, numbers: (string | null)[]) {
  const { commitment, computedSeed } = await check("", { table, commitment: "", secret, numbers });
  return { commitment: commitment.hash, seed: computedSeed.hash };
}

class House {
  commitments: string[] = [];
  hashes = [BEGINNING];

  async publish(commitment: string): Promise<ChainPlace> {
    const place = { number: this.commitments.length, previous: this.hashes.at(-1) ?? BEGINNING };
    this.commitments.push(commitment);
    this.hashes.push(await entryHash(place, commitment));
    return place;
  }

  /** A new table, as a snapshot shows it. */
  async table(key: string, secret: string): Promise<TableShown> {
    const { commitment } = await hashes(key, secret, []);
    const chain = await this.publish(commitment);
    return { key, game: "any", options: {}, clock: {}, made: 0, commitment, chain };
  }

  pages = async (first: number): Promise<ChainPage> => {
    if (first > this.commitments.length) throw new Refused({ code: "out_of_range", key: "refused.out_of_range" });
    const [count, head] = [this.commitments.length, this.hashes.at(-1) ?? BEGINNING];
    const [previous = "", commitments] = [this.hashes[first], this.commitments.slice(first, first + 2)];
    return { first, previous, commitments, count, head };
  };
}

const SECRET = "5".repeat(64);
const OTHER = "6".repeat(64);

/** Ada sits down with this device, Bob and a computer with others; the record as an honest house tells it. */
async function match(house = new House()) {
  await house.table("before", OTHER);
  const table = await house.table("k1", SECRET);
  const mine = clientSeed(table) ?? "";
  await house.table("after", OTHER);
  await house.table("later", OTHER);
  return { house, table, mine, record: await recorded(table, SECRET, [mine, "of bob", null]) };
}

async function recorded(table: TableShown, secret: string, numbers: (string | null)[]) {
  const { commitment, seed } = await hashes(table.key, secret, numbers);
  const fair: Fair = { table: table.key, commitment, secret, numbers, chain: table.chain ?? null };
  return { seed, fair, bots: [0, 0, 3] } satisfies MatchRecord;
}

const objections = async (record: MatchRecord, house: House) => (await examine("k1", record, house.pages)).objections;

it("finds an honest house in order, and says what that proves", async () => {
  const { house, record } = await match();
  const found = await examine("k1", record, house.pages);
  expect(found).toMatchObject({ objections: [], proved: true, others: true, listed: 1 });
});

it("keeps the commitment before it draws a number, and gives the same one again", async () => {
  const { table, mine } = await match();
  expect(savedShuffle("k1")).toEqual({ table: "k1", commitment: table.commitment, chain: table.chain, number: mine });
  expect(mine).toMatch(/^[0-9a-f]{32}$/);
  expect(clientSeed(table)).toBe(mine);
});

it("objects to a commitment that is replaced before the start, and gives it no number", async () => {
  const { house, table } = await match();
  const swapped = { ...table, commitment: (await hashes("k1", OTHER, [])).commitment };
  expect(isAsSaved(swapped)).toBe(false);
  expect(clientSeed(swapped)).toBe(null);
  const numbers = [savedShuffle("k1")?.number ?? "", "of bob", null];
  expect(await objections(await recorded(swapped, OTHER, numbers), house)).toContain("other_commitment");
});

it("objects to a secret that is chosen after the numbers", async () => {
  const { house, table, mine } = await match();
  const chosen = await recorded(table, OTHER, [mine, "of bob", null]);
  expect(await objections(chosen, house)).toContain("other_commitment");
  const hidden = { ...chosen, fair: { ...chosen.fair, commitment: table.commitment } };
  expect(await objections(hidden, house)).toEqual(["values"]);
});

it("objects to a swapped commitment even where the list was swapped with it", async () => {
  const { table, mine } = await match();
  const other = new House();
  await other.table("before", OTHER);
  const swapped = await other.table("k1", OTHER);
  const record = await recorded(swapped, OTHER, [mine, "of bob", null]);
  expect(swapped.chain).toEqual(table.chain);
  expect(await objections(record, other)).toContain("other_commitment");
});

it.each([
  ["left out", null],
  ["replaced", "another number"],
])("objects if our number is %s", async (_, instead) => {
  const { house, table } = await match();
  expect(await objections(await recorded(table, SECRET, [instead, "of bob", null]), house)).toContain("number_missing");
});

it("objects if the number of another person is left out", async () => {
  const { house, table, mine } = await match();
  expect(await objections(await recorded(table, SECRET, [mine, null, null]), house)).toEqual(["person_missing"]);
});

it("objects if the record is another table's, or tells nothing", async () => {
  const { house, record, mine } = await match();
  const elsewhere = await recorded(await house.table("k2", OTHER), OTHER, [mine, "of bob", null]);
  expect(await objections(elsewhere, house)).toContain("other_table");
  expect(await objections({ seed: record.seed }, house)).toEqual(["no_shuffle"]);
});

it("objects if the place in the list is left out or moved", async () => {
  const { house, record } = await match();
  for (const chain of [null, { number: 2, previous: house.hashes[2] ?? "" }])
    expect(await objections({ ...record, fair: { ...record.fair, chain } }, house)).toContain("other_commitment");
});

it.each([
  ["is not in the list", (house: House) => house.commitments.splice(1, 1, OTHER)],
  ["follows a list that was rewritten", (house: House) => house.hashes.splice(1, 1, OTHER)],
  ["is followed by a list that does not lead to its head", (house: House) => house.commitments.splice(3, 1, OTHER)],
  ["is shown by a house that has forgotten the end of its list", (house: House) => house.commitments.splice(1)],
  ["is shown by a house that has forgotten its list", (house: House) => house.commitments.splice(0)],
])("objects if the commitment %s", async (_, cheat) => {
  const { house, record } = await match();
  cheat(house);
  expect(await objections(record, house)).toEqual(["chain"]);
});

it("objects to a list of one's own: what this device was shown at other tables is not in it", async () => {
  const everybodys = new House();
  await everybodys.table("before", OTHER);
  clientSeed(await everybodys.table("shown", OTHER));
  const { house, record } = await match(new House());
  expect(await objections(record, house)).toEqual(["chain"]);
});

it("claims less where this device has kept nothing", async () => {
  const { house, record } = await match();
  stored.clear();
  expect(await examine("k1", record, house.pages)).toMatchObject({ objections: [], proved: false, listed: 1 });
});

it("claims less of a table from before there was a list, where somebody may have given no number", async () => {
  const { house, table } = await match();
  stored.clear();
  const { chain: _, ...old } = (await recorded(table, SECRET, ["7", null, null])).fair;
  const record = { ...(await recorded(table, SECRET, ["7", null, null])), fair: old };
  expect(await examine("k1", record, house.pages)).toMatchObject({ objections: [], proved: false, listed: null });
});

it("does not object when the house cannot be reached, and does not look for other houses' records in its list", async () => {
  const { record } = await match();
  const away = async () => {
    throw new Refused({ code: "offline", key: "refused.offline" });
  };
  expect(await examine("k1", record, away)).toMatchObject({ objections: [], listed: null });
  expect(await examine("", record, new House().pages)).toMatchObject({ objections: [], proved: true, listed: null });
});

it("forgets a number when its person leaves the table", async () => {
  const { house, table } = await match();
  forgetSeed("k1");
  expect(savedShuffle("k1")).toEqual({ table: "k1", commitment: table.commitment, chain: table.chain });
  const record = await recorded(table, SECRET, ["of somebody else", "of bob", null]);
  expect(await examine("k1", record, house.pages)).toMatchObject({ objections: [], proved: false });
});
