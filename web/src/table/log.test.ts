// The log: sentences by turn and round, without noise.
import { beforeAll, expect, it } from "vitest";
import { type Nested, words } from "$app/i18n.svelte";
import type { EntryShown } from "$connection/protocol";
import type { GameEvent, GameModule } from "../games/contract";
import { addGameWords } from "../games/words";
import { logOf } from "./log";

const loaders = import.meta.glob<Nested>("./messages/*.json", { import: "default" });
beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} }, localStorage: { setItem: () => undefined } });
  await words.choose("en");
  await addGameWords("keks");
  await words.add("./messages", loaders);
});

const game = { placesOf: ({ at }) => (typeof at === "string" ? [at] : []) } as Partial<GameModule> as GameModule;
const speaker = { name: "keks", game, nameOf: () => "Computer", you: 0 };
const moved = (number: number, seat: number, ...events: object[]): EntryShown =>
  ({ number, at: number, kind: "moved", fields: { seat }, events }) as EntryShown;
const take = (seat: number, at: string) => ({ event: "taken", seat, at, colour: "A", kept: true });
const none = () => null;

it("puts the moves of a turn together, and tells nobody who has come", () => {
  const entries = [
    { number: 0, at: 0, kind: "came", fields: { person: "x" } } as EntryShown,
    moved(1, 0, take(0, "a1")),
    moved(2, 0, take(0, "a2")),
    moved(3, 1, take(1, "b1")),
  ];
  const turns = logOf(entries, speaker, 0, none)[0]?.turns ?? [];
  expect(turns.map(({ seat }) => seat)).toEqual([0, 1]);
  expect(turns[0]?.lines.map(({ text, places }) => [text, places])).toEqual([
    ["You take a A tile (a1).", ["a1"]],
    ["You take a A tile (a2).", ["a2"]],
  ]);
  expect(turns[1]?.lines[0]?.text).toBe("Computer takes a A tile (b1).");
});

it("marks what was taken back", () => {
  const back = { number: 2, at: 2, kind: "tookback", fields: { to: 0 } } as EntryShown;
  const entries = [moved(0, 0, take(0, "a1")), moved(1, 1, take(1, "b1")), back, moved(3, 0, take(0, "a1"))];
  const lines = logOf(entries, speaker, 0, none).flatMap(({ turns }) => turns.flatMap((turn) => turn.lines));
  const takes = lines.filter((line) => line.places.length);
  expect(takes.map(({ undone }) => undone)).toEqual([true, true, false]);
});

it("begins a new part with each round", () => {
  const ends = (events: readonly GameEvent[]) => (events.some((one) => one.event === "round") ? 2 : null);
  const entries = [moved(0, 0, take(0, "a1"), { event: "round" }), moved(1, 1, take(1, "b1"))];
  expect(logOf(entries, speaker, 0, ends).map(({ round, turns }) => [round, turns.length])).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

it("tells nothing of a request that nobody has to agree to", () => {
  const entries = [
    { number: 0, at: 0, kind: "asked", fields: { seat: 0, what: "takeback" } } as EntryShown,
    { number: 1, at: 1, kind: "tookback", fields: { to: 0 } } as EntryShown,
  ];
  const told = (unopposed: boolean) =>
    logOf(entries, { ...speaker, unopposed }, 0, none).flatMap(({ turns }) => turns.flatMap(({ lines }) => lines));
  expect(told(false)).toHaveLength(2);
  expect(told(true).map(({ text }) => text)).toEqual(["Moves are taken back."]);
});

it("tells who begins when a match is played again", () => {
  const started = [{ number: 0, at: 0, kind: "started" } as EntryShown];
  const told = (begins: number | null) => logOf(started, { ...speaker, begins }, 0, none)[0]?.turns[0]?.lines[0]?.text;
  expect([0, 1, null].map(told)).toEqual(["You begin this time.", "Computer begins this time.", "The match begins."]);
});
