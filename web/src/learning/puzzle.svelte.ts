// A puzzle: find the best move.
import { t, words } from "$app/i18n.svelte";
import { get, post } from "$connection/api";
import { type Factor, factorClause, moveInWords } from "../games/sentences";
import { Exercise, type ExercisePosition, type Judged } from "./exercise.svelte";
import { keepSolved, solvedOf } from "./solved";

export interface PuzzleShown {
  game: string;
  number: number;
  count: number;
  options: Record<string, unknown>;
  unusual: string[];
  seats: number;
  you: number;
  position: ExercisePosition;
  legal: string[];
}

/** What is revealed once it is solved or given up. */
export interface Solution {
  best: string;
  chance: number;
  next: number;
  factors: Factor[];
}
interface Answer extends Judged {
  solution?: Solution;
  /** What a move that is not the best does, and the chance that it and the best one have. */
  missed?: { most: number; best: number; factors: Solution["factors"] };
}

export class Solving extends Exercise<Answer> {
  puzzle = $state.raw<PuzzleShown | null>(null);
  solution = $state.raw<Solution | null>(null);
  status = $state<"open" | "solved" | "given_up">("open");
  solved = $state.raw<Set<number>>(new Set());

  get you(): number {
    return this.puzzle?.you ?? 0;
  }

  get options(): Record<string, unknown> {
    return this.puzzle?.options ?? {};
  }

  get seats(): number {
    return this.puzzle?.seats ?? 2;
  }

  get legal(): readonly string[] {
    return this.status === "open" ? (this.puzzle?.legal ?? []) : [];
  }

  get hint(): string | null {
    return this.status === "given_up" ? (this.solution?.best ?? null) : null;
  }

  /** "best" as people say it. */
  get inWords(): string {
    return moveInWords(this, this.solution?.best ?? "", this.puzzle?.position.view);
  }

  /** The options that differ from the defaults, in words. */
  get unusual(): string[] {
    return (this.puzzle?.unusual ?? []).map((name) => {
      const value = this.words(`options.${name}.${this.puzzle?.options[name]}`);
      return t("puzzle.option", { label: this.words(`options.${name}.label`), value });
    });
  }

  get reasons(): string[] {
    return this.#inWords(this.solution?.factors ?? []);
  }

  #inWords(factors: Solution["factors"]): string[] {
    return factors.map((factor) => factorClause(this, factor));
  }

  async open(number: string): Promise<void> {
    this.puzzle = await get<PuzzleShown>(`/api/puzzle?game=${encodeURIComponent(this.name)}&number=${number}`);
    this.solved = solvedOf(this.name);
    this.status = "open";
    this.solution = null;
    this.notice = null;
    this.show(this.puzzle.position);
  }

  giveUp = async (): Promise<void> => {
    const asked = { game: this.name, number: this.puzzle?.number, move: "" };
    const answer = await post<Answer>("/api/puzzle", asked);
    this.notice = null;
    this.solution = answer.solution ?? null;
    this.status = "given_up";
  };

  protected question(): [string, Record<string, unknown>] {
    return ["/api/puzzle", { number: this.puzzle?.number }];
  }

  protected reached(_move: string, answer: Answer): void {
    this.solution = answer.solution ?? null;
    this.status = "solved";
    this.solved = new Set([...this.solved, this.puzzle?.number ?? 0]);
    keepSolved(this.name, this.solved);
  }

  protected missed({ missed }: Answer): void {
    if (!missed) return;
    const wrong = t("puzzle.wrong", { most: this.percent(missed.most), best: this.percent(missed.best) });
    const does = missed.factors.length ? t("puzzle.does", { reasons: this.#inWords(missed.factors).join(" · ") }) : "";
    this.notice = { text: `${wrong} ${does}`, rule: null };
  }

  percent = (chance: number): string => chance.toLocaleString(words.language, { style: "percent" });
}
