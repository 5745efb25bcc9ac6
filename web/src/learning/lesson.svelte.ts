// A guided match: the current step, and the reply to each move.
import { words } from "$app/i18n.svelte";
import { sound } from "$app/sounds";
import { get } from "$connection/api";
import { Exercise, type ExercisePosition } from "./exercise.svelte";

export interface LessonStep {
  ask: string;
  right: string;
  wrong: string;
  rules: number[];
  lead: ExercisePosition[];
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

/** Milliseconds between the moves of the others. */
const PACE = 900;
/** The number of misses after which the move is shown. */
const PATIENCE = 2;

type Phase = "welcome" | "watch" | "ask" | "right" | "end";

export class Guided extends Exercise {
  lesson = $state.raw<LessonShown | null>(null);
  phase = $state<Phase>("welcome");
  /** The step, counted from 0. */
  at = $state(0);
  /** Whether the record's move is shown on the board. */
  shown = $state(false);
  #misses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #played = "";

  get you(): number {
    return this.lesson?.you ?? 0;
  }

  get seats(): number {
    return this.lesson?.seats ?? 2;
  }

  get step(): LessonStep | undefined {
    return this.lesson?.steps[this.at];
  }

  get legal(): readonly string[] {
    return this.phase === "ask" ? (this.step?.legal ?? []) : [];
  }

  get hint(): string | null {
    return this.phase === "ask" && this.shown ? (this.step?.move ?? null) : null;
  }

  /** The same lesson in another language keeps its place. */
  async open(language: string): Promise<void> {
    const lesson = await get<LessonShown>(`/api/lesson?game=${encodeURIComponent(this.name)}&language=${language}`);
    if (language !== words.language) return;
    this.lesson = lesson;
    if (!this.position) this.show(lesson.steps[0]?.lead[0]);
    this.notice = null;
  }

  /** The step at which the lesson was left; 0: it was not begun, or it is done. */
  get left(): number {
    const at = Number(localStorage.getItem(`lesson ${this.name}`) ?? 0);
    return this.lesson && at > 0 && at < this.lesson.steps.length ? at : 0;
  }

  /** Go on where the lesson was left. */
  resume = (): void => {
    this.at = this.left;
    this.show(this.step?.lead.at(-1));
    this.phase = "ask";
  };

  #keep(at: number): void {
    localStorage.setItem(`lesson ${this.name}`, String(at));
  }

  /** From the welcome to the first step, and from each step to the next. */
  next = (): void => {
    const before = this.phase === "welcome" ? -1 : this.at;
    if (!this.lesson) return;
    this.notice = null;
    if (before + 1 >= this.lesson.steps.length) {
      this.phase = "end";
      this.#keep(0);
      sound("end");
      return;
    }
    this.at = before + 1;
    this.#keep(this.at);
    this.shown = false;
    this.#misses = 0;
    const lead = this.step?.lead ?? [];
    // The record's own move is shown, unless it is the one that was just played.
    const known = before >= 0 && this.lesson.steps[before]?.move === this.#played;
    this.#follow(known ? lead.slice(1) : lead);
  };

  again = (): void => {
    this.close();
    this.at = 0;
    this.show(this.lesson?.steps[0]?.lead[0]);
    this.phase = "welcome";
    this.notice = null;
  };

  close(): void {
    clearTimeout(this.#timer);
  }

  #follow(positions: ExercisePosition[]): void {
    const [first, ...rest] = positions;
    this.show(first);
    if (rest.length === 0) this.phase = "ask";
    else {
      this.phase = "watch";
      this.#timer = setTimeout(() => this.#follow(rest), PACE);
    }
  }

  protected question(): [string, Record<string, unknown>] {
    return ["/api/lesson", { step: this.at }];
  }

  protected reached(move: string): void {
    this.#played = move;
    this.phase = "right";
  }

  protected missed(): void {
    this.notice = { text: this.step?.wrong ?? "", rule: this.step?.rules[0] ?? null };
    this.#misses += 1;
    if (this.#misses >= PATIENCE) this.shown = true;
  }
}
