// A replay: the positions of a match as one viewer knew them, and which of them is shown.

import { errorSentence } from "$app/error-sentence";
import { type Params, t } from "$app/i18n.svelte";
import { Refused } from "$connection/refusal";
import { load } from "../games";
import type { GameModule, Player } from "../games/contract";
import { nameOf } from "../games/seats";
import { eventSentence } from "../games/sentences";
import { addGameWords } from "../games/words";
import { type About, positions, type ReplayPosition, type Source } from "./source";

/** Milliseconds per move at normal speed. */
const PACE = 1000;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Watching {
  about = $state.raw<About | null>(null);
  steps = $state.raw<ReplayPosition[]>([]);
  game = $state.raw<GameModule | null>(null);
  /** The position that is shown, by the number of moves before it. */
  at = $state(0);
  /** Whose knowledge it is: a seat, `all` or `none`. */
  seat = $state("all");
  playing = $state(false);
  speed = $state(1);
  /** A move to highlight on the board, until another position is shown. */
  hint = $state<string | null>(null);
  /** Why no position can be shown. */
  trouble = $state("");
  /** Whether there is no such match at all. */
  missing = $state(false);
  #asked = 0;

  constructor(
    readonly source: Source,
    seat = "most",
    private readonly wanted = 0,
  ) {
    void this.look(seat);
  }

  /** Change the viewpoint; the position stays. */
  async look(seat: string): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const replay = await positions(this.source, seat);
      await addGameWords(replay.about.game);
      const game = await load(replay.about.game);
      if (asked !== this.#asked) return;
      const first = this.about === null;
      this.about = replay.about;
      this.steps = replay.steps;
      this.seat = String(replay.about.seat);
      this.game = game;
      if (first) this.go(this.wanted);
      else this.at = Math.min(this.at, this.last);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.trouble = errorSentence(error);
      this.missing = error instanceof Refused && error.refusal.code === "no_such_table";
    }
  }

  get last(): number {
    return this.steps.length - 1;
  }

  get step(): ReplayPosition | undefined {
    return this.steps[this.at];
  }

  /** The seat from which the board is seen. */
  get viewer(): number | null {
    return this.seat === "all" || this.seat === "none" ? null : Number(this.seat);
  }

  /** The reader's own seat in the match, for sentences. */
  get you(): number | null {
    return this.about?.you[0] ?? null;
  }

  get options(): Record<string, unknown> {
    return this.about?.options ?? {};
  }

  get players(): Player[] {
    return (this.about?.names ?? []).map((_, seat) => ({ seat, name: this.nameOf(seat), bot: 0 }));
  }

  /** The viewpoints that are open: after the end, all of them. */
  get viewpoints(): string[] {
    if (!this.about) return [];
    const { status, you, names } = this.about;
    return status === "over" ? ["all", ...names.map((_, seat) => String(seat)), "none"] : [...you.map(String), "none"];
  }

  nameOf = (seat: number): string => {
    const { key = "", names = [], bots = [], you = [] } = this.about ?? {};
    const seats = names.map((name, number) => {
      const bot = bots[number] ?? 0;
      // Whoever has no name at a table was forgotten; a record may simply not tell who played.
      return name || bot || key ? { who: bot ? "bot" : "person", name: name ?? "", bot } : undefined;
    });
    return nameOf(seats, seat, you);
  };

  get name(): string {
    return this.about?.game ?? "";
  }

  /** Words of this game. */
  words = (inner: string, params?: Params): string => t(`${this.about?.game}.${inner}`, params);

  /** What happened in a step, in words. */
  said(step: ReplayPosition): string {
    const lines = step.events.map((event) => eventSentence(this, event));
    const told = lines.filter(Boolean).join(" ");
    if (told) return told;
    return step.seat === undefined ? t("replay.begin") : `${this.nameOf(step.seat)}: ${step.move ?? "…"}`;
  }

  /** Stop playing and show another position. */
  go = (to: number): void => {
    this.playing = false;
    this.hint = null;
    this.at = Math.max(0, Math.min(this.last, to));
  };

  /** Play from here, or from the start if this is the end. */
  toggle = (): void => {
    if (!this.playing && this.at >= this.last) this.at = 0;
    this.playing = !this.playing;
  };

  /** An effect: while it plays, show one move after the other. */
  run(): (() => void) | undefined {
    if (!this.playing) return undefined;
    this.hint = null;
    const timer = setInterval(() => {
      if (this.at < this.last) this.at += 1;
      if (this.at >= this.last) this.playing = false;
    }, PACE / this.speed);
    return () => clearInterval(timer);
  }
}
