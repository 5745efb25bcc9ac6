// A position that somebody learns from: what is tried there, and what the house says to it.
import { type Params, t, words } from "$app/i18n.svelte";
import { sound } from "$app/sounds";
import { ask, type Refusal, Refused } from "$connection/api";
import type { GameEvent, GameModule, Tried } from "../games/contract";
import { refusalSentence } from "../games/sentences";

export interface Position {
  view: unknown;
  events: GameEvent[];
  to_act: number[];
}

/** What comes of a move: refused by the rules, or what was asked for, or not. */
export interface Judged {
  reached: boolean;
  position?: Position;
  legal?: string[];
  refusal?: Refusal;
}

export interface Notice {
  text: string;
  rule: number | null;
}

export abstract class Exercise<Answer extends Judged = Judged> {
  position = $state.raw<Position | null>(null);
  /** Counts the positions that were shown: boards tell moves apart by it. */
  number = $state(0);
  notice = $state.raw<Notice | null>(null);
  busy = $state(false);

  constructor(
    readonly name: string,
    readonly module: () => GameModule | null,
  ) {}

  /** The learner's seat. */
  abstract get you(): number;
  /** Where a move is asked about, and with what beside the move. */
  protected abstract question(): [path: string, body: Record<string, unknown>];
  protected abstract reached(move: string, answer: Answer): void;
  protected abstract missed(answer: Answer): void;

  protected show(position: Position | undefined): void {
    if (!position) return;
    this.position = position;
    this.number += 1;
  }

  play = async (move: string): Promise<boolean> => {
    this.busy = true;
    try {
      const found = await this.#judge(move);
      this.notice = found.refusal ? { text: this.why(found.refusal), rule: found.refusal.rule ?? null } : null;
      if (found.reached) {
        this.show(found.position);
        this.reached(move, found);
      } else this.missed(found);
      sound(found.reached ? "own" : "refused");
      return found.reached;
    } catch (error) {
      const key = error instanceof Refused ? error.refusal.key : "";
      this.notice = { text: t(words.has(key) ? key : "refused.failed"), rule: null };
      return false;
    } finally {
      this.busy = false;
    }
  };

  attempt = async (move: string): Promise<Tried<unknown>> => {
    const { refusal, position } = await this.#judge(move);
    if (position) return { legal: true, events: position.events, view: position.view };
    const { rule = null, key = "refused.failed", params = {} } = refusal ?? {};
    return { legal: false, sentence: refusal ? this.why(refusal) : t(key), rule, key, params };
  };

  #judge(move: string): Promise<Answer> {
    const [path, body] = this.question();
    return ask<Answer>("POST", path, { game: this.name, ...body, move });
  }

  say = (text: string): void => {
    this.notice = text ? { text, rule: null } : null;
  };

  words = (inner: string, params?: Params): string => t(`${this.name}.${inner}`, params);

  nameOf = (seat: number): string => (seat === this.you ? t("learn.you") : t("learn.other", { number: seat + 1 }));

  get game(): GameModule | null {
    return this.module();
  }

  why = (refusal: Refusal): string => refusalSentence(this, refusal);
}
