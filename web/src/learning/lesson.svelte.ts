// A guided match: where the learner is, what was tried, and what is said to it.
import { ask, get, type Refusal, Refused } from "$lib/api";
import { type Params, t, words } from "$lib/i18n.svelte";
import { sound } from "$lib/sounds";
import type { GameEvent, GameModule, Mark, Tried } from "../games/contract";

export interface Position {
  view: unknown;
  events: GameEvent[];
  to_act: number[];
}
export interface LessonStep {
  ask: string;
  right: string;
  wrong: string;
  rules: number[];
  marks: Mark[];
  lead: Position[];
  legal: string[];
  move: string;
}
export interface LessonShown {
  game: string;
  language: string;
  options: Record<string, unknown>;
  seats: number;
  you: number;
  title: string;
  welcome: string;
  steps: LessonStep[];
  end: string;
}
interface Judged {
  reached: boolean;
  position?: Position;
  legal?: string[];
  refusal?: Refusal;
}

/** Milliseconds between the moves of the others. */
const PACE = 900;
/** After so many misses the move is shown. */
const PATIENCE = 2;

type Phase = "welcome" | "watch" | "ask" | "right" | "end";

export class Guided {
  lesson = $state.raw<LessonShown | null>(null);
  phase = $state<Phase>("welcome");
  /** The step, counted from 0. */
  at = $state(0);
  position = $state.raw<Position | null>(null);
  /** Counts the positions that were shown: boards tell moves apart by it. */
  number = $state(0);
  notice = $state.raw<{ text: string; rule: number | null } | null>(null);
  busy = $state(false);
  shown = $state(false);
  #misses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #played = "";

  constructor(
    readonly name: string,
    readonly module: () => GameModule | null,
  ) {}

  get step(): LessonStep | undefined {
    return this.lesson?.steps[this.at];
  }

  get legal(): readonly string[] {
    return this.phase === "ask" ? (this.step?.legal ?? []) : [];
  }

  /** The move of the record, where it is to be shown. */
  get hint(): string | null {
    return this.phase === "ask" && this.shown ? (this.step?.move ?? null) : null;
  }

  /** The same lesson in another language keeps its place. */
  async open(language: string): Promise<void> {
    const found = await get<LessonShown>(`/api/lesson?game=${encodeURIComponent(this.name)}&language=${language}`);
    if (language !== words.language) return;
    this.lesson = found;
    if (!this.position) this.#show(found.steps[0]?.lead[0]);
    this.notice = null;
  }

  #show(position: Position | undefined): void {
    if (!position) return;
    this.position = position;
    this.number += 1;
  }

  /** From the welcome to the first step, and from each step to the next. */
  next = (): void => {
    const before = this.phase === "welcome" ? -1 : this.at;
    if (!this.lesson) return;
    this.notice = null;
    if (before + 1 >= this.lesson.steps.length) {
      this.phase = "end";
      sound("end");
      return;
    }
    this.at = before + 1;
    this.shown = false;
    this.#misses = 0;
    const lead = this.step?.lead ?? [];
    // The record's own move is shown, unless it is the one that was just played.
    const rest = before >= 0 && this.lesson.steps[before]?.move === this.#played ? lead.slice(1) : lead;
    this.#follow(rest);
  };

  again = (): void => {
    clearTimeout(this.#timer);
    this.at = 0;
    this.#show(this.lesson?.steps[0]?.lead[0]);
    this.phase = "welcome";
    this.notice = null;
  };

  close(): void {
    clearTimeout(this.#timer);
  }

  #follow(positions: Position[]): void {
    const [first, ...rest] = positions;
    this.#show(first);
    if (rest.length === 0) this.phase = "ask";
    else {
      this.phase = "watch";
      this.#timer = setTimeout(() => this.#follow(rest), PACE);
    }
  }

  play = async (move: string): Promise<boolean> => {
    this.busy = true;
    try {
      const found = await this.#judge(move);
      if (found.refusal) this.notice = { text: this.#why(found.refusal), rule: found.refusal.rule ?? null };
      if (found.refusal || !found.reached) {
        if (!found.refusal) this.notice = { text: this.step?.wrong ?? "", rule: this.step?.rules[0] ?? null };
        this.#misses += 1;
        if (this.#misses >= PATIENCE) this.shown = true;
        sound("refused");
        return false;
      }
      this.notice = null;
      this.#played = move;
      this.#show(found.position);
      this.phase = "right";
      sound("own");
      return true;
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : null;
      this.notice = { text: t(refusal && words.has(refusal.key) ? refusal.key : "refused.failed"), rule: null };
      return false;
    } finally {
      this.busy = false;
    }
  };

  attempt = async (move: string): Promise<Tried<unknown>> => {
    const { refusal, position } = await this.#judge(move);
    if (position) return { legal: true, events: position.events, view: position.view };
    const { rule = null, key = "refused.failed", params = {} } = refusal ?? {};
    return { legal: false, sentence: refusal ? this.#why(refusal) : t(key), rule, key, params };
  };

  #judge(move: string): Promise<Judged> {
    return ask<Judged>("POST", "/api/lesson", { game: this.name, step: this.at, move });
  }

  words = (inner: string, params?: Params): string => t(`${this.name}.${inner}`, params);

  nameOf = (seat: unknown): string =>
    Number(seat) === this.lesson?.you ? t("learn.you") : t("learn.other", { number: Number(seat) + 1 });

  #why(refusal: Refusal): string {
    const [owner, ...rest] = refusal.key.split(".");
    const key = owner === this.name ? `${this.name}.refusals.${rest.join(".")}` : refusal.key;
    const params = refusal.params ?? {};
    const seat = typeof params.seat === "number" ? { seat: this.nameOf(params.seat) } : {};
    return t(words.has(key) ? key : "refused.failed", {
      ...params,
      ...this.module()?.spoken?.(params, this.words),
      ...seat,
    });
  }
}
