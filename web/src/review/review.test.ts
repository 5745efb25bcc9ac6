// The numbers and reasons of a review in words.
import { beforeAll, expect, it } from "vitest";
import { words } from "$app/i18n.svelte";
import type { GameModule } from "../games/contract";
import { addGameWords } from "../games/words";
import { change, type Decision, hidden, momentsFor, type Review, type ReviewedMatch, reasons, value } from "./review";
import { addReviewWords } from "./words";

beforeAll(async () => {
  Object.assign(globalThis, {
    document: { documentElement: {} },
    localStorage: { setItem: () => undefined },
  });
  await words.choose("en");
  await addGameWords("nox");
  await addReviewWords();
});

it("tells chances as percent and points as points", () => {
  expect(value("chance", 0.256)).toBe("26%");
  expect(value("points", 1.2)).toBe("1 point");
  expect(value("points", 41.6)).toBe("42 points");
});

it("tells gains and losses with their sign, and nothing without one", () => {
  expect(change("chance", 0.124)).toBe("+12");
  expect(change("chance", -0.08)).toBe("−8");
  expect(change("chance", -0.001)).toBe("0");
  expect(change("points", -1)).toBe("−1 point");
});

it("names seats in reasons, and says nothing twice", () => {
  const shown = { name: "nox", game: {} as GameModule, nameOf: () => "Ada" } as unknown as ReviewedMatch;
  const factor = (seat: number) => ({ key: "ends_without", params: { seat } });
  expect(reasons(shown, [factor(1), factor(2)])).toEqual(["ends the round before Ada notes anything"]);
});

it("knows whether hindsight knows more", () => {
  const review = (played: number): Review => {
    const known = { best_move: "a", best: [1], played: [0.5] };
    const judgement = { known, hindsight: { ...known, played: [played] } };
    return { decisions: [{ judgement } as Decision] } as Review;
  };
  expect(hidden(review(0.5))).toBe(false);
  expect(hidden(review(0.4))).toBe(true);
});

it("begins with the moments of the reader", () => {
  const decisions = [0, 1, 0, 1].map((seat, number) => ({ judgement: { seat, number } }) as Decision);
  const review = { decisions, moments: [0, 1, 3] } as Review;
  const numbers = (own: number[]) => momentsFor(review, own).map((one) => one.judgement.number);
  expect(numbers([1])).toEqual([1, 3, 0]);
  expect(numbers([])).toEqual([0, 1, 3]);
});
