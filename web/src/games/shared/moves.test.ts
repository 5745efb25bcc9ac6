import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Refusal } from "$connection/refusal";
import type { MoveResult, Tried } from "../contract";
import { Moves } from "./moves.svelte";

const legal: Tried<string> = { legal: true, events: [], view: "after" };
const refusal: Refusal = { code: "illegal_move", key: "keks.held", rule: 3 };

function board() {
  const props = {
    legal: ["a", "b"],
    version: 7,
    attempt: vi.fn(async (_: string) => legal),
    play: vi.fn(
      async (move: string): Promise<MoveResult> => (move === "x" ? { played: false, refusal } : { played: true }),
    ),
  };
  return { props, moves: new Moves<string>(() => props) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("previewing a move", () => {
  it("asks the server once the pointer rests", async () => {
    const { props, moves } = board();
    moves.preview("a");
    moves.preview("b");
    expect(props.attempt).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(props.attempt.mock.calls).toEqual([["b"]]);
    expect(moves.answer).toEqual(legal);
  });
  it("ignores an answer that comes too late", async () => {
    const { props, moves } = board();
    let answer = (_: Tried<string>) => {};
    props.attempt.mockImplementation(() => new Promise((done) => (answer = done)));
    moves.preview("a");
    await vi.runAllTimersAsync();
    moves.clear();
    answer(legal);
    await vi.runAllTimersAsync();
    expect(moves.answer).toBe(null);
  });
});

describe("playing a move", () => {
  it("is sent once for each position", async () => {
    const { props, moves } = board();
    const first = moves.play("a");
    expect(moves.pending).toBe("a");
    expect(await moves.play("b")).toBe(false);
    expect(await first).toBe(true);
    expect(moves.pending).toBe("");
    expect(await moves.play("b")).toBe(false);
    props.version = 8;
    expect(await moves.play("b")).toBe(true);
    expect(props.play.mock.calls).toEqual([["a"], ["b"]]);
  });
  it("can be tried again if it did not arrive", async () => {
    const { props, moves } = board();
    props.play.mockResolvedValueOnce({ played: false });
    expect(await moves.play("a")).toBe(false);
    expect(await moves.play("a")).toBe(true);
  });
  it("says why if the server refuses what seemed legal", async () => {
    const { props, moves } = board();
    props.play.mockResolvedValueOnce({ played: false, refusal });
    expect(await moves.play("a")).toBe(false);
    expect(moves.refused).toEqual(refusal);
    expect(await moves.play("a")).toBe(true);
  });
  it("shakes at once and says why if it is not legal", async () => {
    const { props, moves } = board();
    const played = moves.play("x");
    expect(moves.shaken).toBe("x");
    expect(moves.pending).toBe("");
    expect(await played).toBe(false);
    expect(moves.refused).toEqual(refusal);
    expect(props.attempt).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(moves.shaken).toBe("");
  });
});
