// An exercise: a position, the learner's moves in it, and the server's answers.
import { type Params, t } from "$app/i18n.svelte";
import { sound } from "$app/sounds";
import { ask } from "$connection/api";
import { FAILED, type Refusal, refusalOf } from "$connection/refusal";
import type { GameEvent, GameModule, MoveResult, PlayedMove, Tried } from "../games/contract";
import { nameOf } from "../games/seats";
import { type Notice, refusalSentence } from "../games/sentences";

export interface ExercisePosition {
  view: unknown;
  events: GameEvent[];
  to_act: number[];
}

/** The result of a move: refused, the one asked for (`reached`), or another one. */
export interface Judged {
  reached: boolean;
  position?: ExercisePosition;
  legal?: string[];
  refusal?: Refusal;
}

export abstract class Exercise<Answer extends Judged = Judged> {
  position = $state.raw<ExercisePosition | null>(null);
  /** Counts the positions that were shown; boards tell moves apart by it. */
  number = $state(0);
  /** The moves since the learner's last one, or that one. */
  since = $state.raw<PlayedMove[]>([]);
  notice = $state.raw<Notice | null>(null);
  busy = $state(false);

  constructor(
    readonly name: string,
    readonly module: () => GameModule | null,
  ) {}

  /** The learner's seat. */
  abstract get you(): number;
  abstract get seats(): number;
  /** The path to ask about a move, and the body without the move. */
  protected abstract question(): [path: string, body: Record<string, unknown>];
  protected abstract reached(move: string, answer: Answer): void;
  protected abstract missed(answer: Answer): void;

  protected show(position: ExercisePosition | undefined): void {
    if (!position) return;
    this.position = position;
    this.number += 1;
    const seat = position.events.find((event) => typeof event.seat === "number")?.seat;
    const before = seat === this.you ? [] : this.since.filter((step) => step.seat !== this.you);
    this.since = typeof seat === "number" ? [...before, { number: this.number, seat, events: position.events }] : [];
  }

  play = async (move: string): Promise<MoveResult> => {
    this.busy = true;
    const answer = await this.#judge(move);
    this.busy = false;
    this.notice = null;
    const { reached, refusal } = answer;
    sound(reached ? "own" : "refused");
    if (refusal) return { played: false, refusal };
    if (reached) {
      this.show(answer.position);
      this.reached(move, answer);
    } else this.missed(answer);
    return { played: reached };
  };

  attempt = async (move: string): Promise<Tried<unknown>> => {
    const { refusal = FAILED, position } = await this.#judge(move);
    return position ? { legal: true, events: position.events, view: position.view } : { legal: false, refusal };
  };

  async #judge(move: string): Promise<Answer> {
    const [path, body] = this.question();
    try {
      return await ask<Answer>("POST", path, { game: this.name, ...body, move });
    } catch (error) {
      return { reached: false, refusal: refusalOf(error) } as Answer;
    }
  }

  say = (text: string): void => {
    this.notice = text ? { text, rule: null } : null;
  };

  words = (inner: string, params?: Params): string => t(`${this.name}.${inner}`, params);

  /** The others are computers. */
  nameOf = (seat: number): string => {
    const computer = { who: "bot" as const, name: "", bot: 1 };
    return nameOf(Array<typeof computer>(this.seats).fill(computer), seat, [this.you]);
  };

  get game(): GameModule | null {
    return this.module();
  }

  sentenceFor = (refusal: Refusal): string => refusalSentence(this, refusal);
}
