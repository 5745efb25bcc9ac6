// A review as the server sends it, and its numbers in words.
import { t, words } from "$app/i18n.svelte";
import type { GameModule } from "../games/contract";
import { type Factor, factorClause, moveInWords } from "../games/sentences";

export const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;
export type Grade = (typeof GRADES)[number];
/** The signs of chess annotation. */
export const SIGNS: Record<Grade, string> = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

export interface Evaluation {
  best_move: string;
  best: number[];
  played: number[];
}
export interface Decision {
  judgement: {
    number: number;
    seat: number;
    move: string;
    known: Evaluation;
    hindsight: Evaluation;
    best_factors: Factor[];
    played_factors: Factor[];
  };
  loss: number;
  grade: Grade;
}
export interface Account {
  residual: number;
  play: number;
  others: number;
  loss: number;
  grades: number[];
}
export interface Review {
  unit: "chance" | "points";
  /** What changed chances besides decisions. */
  residual: "nothing" | "luck" | "speed";
  decisions: Decision[];
  moments: number[];
  curve: number[][];
  accounts: Account[];
}

/** The match under review, as the page around the panel knows it. */
export interface ReviewedMatch {
  /** The key of its table. */
  table: string;
  name: string;
  game: GameModule;
  nameOf: (seat: number) => string;
  options: Record<string, unknown>;
  /** The position after the given number of moves. */
  viewAt: (number: number) => unknown;
  /** Which position is shown. */
  at: number;
  go: (to: number) => void;
  /** Show what a seat knew. */
  look: (seat: number) => void;
  /** Highlight a move on the board. */
  highlight: (move: string) => void;
  /** The reader's seats; none for whoever only looks. */
  own: readonly number[];
  /** Bring the board into view. */
  showBoard: () => void;
}

/** The decisions to learn from, the reader's own first. */
export function momentsFor({ moments, decisions }: Review, own: readonly number[]): Decision[] {
  const found = moments.flatMap((place) => decisions[place] ?? []);
  const isOwn = ({ judgement }: Decision) => own.includes(judgement.seat);
  return [...found.filter(isOwn), ...found.filter((one) => !isOwn(one))];
}

type Unit = Review["unit"];

/** Whether something was hidden, so that hindsight knows more. */
export const hidden = (review: Review): boolean =>
  review.decisions.some(({ judgement }) => `${judgement.known.played}` !== `${judgement.hindsight.played}`);

export function value(unit: Unit, amount: number): string {
  if (unit === "points") return t("review.points", { n: Math.round(amount) });
  return amount.toLocaleString(words.language, { style: "percent" });
}

/** A gain or a loss: always with its sign. */
export function change(unit: Unit, amount: number): string {
  const rounded = unit === "points" ? Math.round(amount) : Math.round(100 * amount);
  const number = rounded.toLocaleString(words.language, { signDisplay: "exceptZero" }).replace("-", "−");
  return unit === "points" ? t("review.signed_points", { n: Math.abs(rounded), number }) : number;
}

/** A move as people say it, in the position where it was made. */
export const moveAt = (shown: ReviewedMatch, move: string, number: number): string =>
  moveInWords(shown, move, shown.viewAt(number - 1));

/** What a move does, in words; nothing twice. */
export const reasons = (shown: ReviewedMatch, factors: readonly Factor[]): string[] => [
  ...new Set(factors.map((factor) => factorClause(shown, factor))),
];
