// The moves of a board: preview one, play it once, keep the refusal.
import type { Refusal } from "$connection/refusal";
import type { BoardProps, Tried } from "../contract";

/** Milliseconds for which the pointer must rest before the server is asked what a move would do. */
const REST = 110;
/** Milliseconds: a little longer than the animation of a refused move. */
const SHAKE = 260;

type Asked<View> = Pick<BoardProps<View>, "attempt" | "play" | "legal" | "version"> &
  Partial<Pick<BoardProps<View>, "hint">>;

export class Moves<View> {
  /** The server's answer about the previewed move; null until it has come. */
  answer = $state.raw<Tried<View> | null>(null);
  /** The move that was sent and is not answered yet. */
  pending = $state("");
  /** The move that was refused, while it shakes. */
  shaken = $state("");
  #refused = $state.raw<{ refusal: Refusal; hint?: string | null | undefined } | null>(null);
  #previewed = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt: number | null = null;
  readonly #props: () => Asked<View>;

  /** `props`: those of the board, as they are at any time. */
  constructor(props: () => Asked<View>) {
    this.#props = props;
  }

  /** Why the last move was refused, until something else is tried, or a hint comes. */
  get refused(): Refusal | null {
    return this.#refused && this.#refused.hint === this.#props().hint ? this.#refused.refusal : null;
  }

  /** The previewed move; "" if there is none. */
  get previewed(): string {
    return this.#previewed;
  }

  /** Whether a move was sent from this position. */
  get sent(): boolean {
    return this.#sentAt === this.#props().version;
  }

  /** Preview a move: the server is asked what it would do once the pointer has rested on it. */
  preview(move: string): void {
    if (move === this.#previewed) return;
    this.clear();
    this.#previewed = move;
    if (move) this.#timer = setTimeout(() => this.#ask(move), REST);
  }

  /** End the preview, and drop the refusal. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#previewed = "";
    this.answer = null;
    this.#refused = null;
  }

  async #ask(move: string): Promise<void> {
    const answer = await this.#props().attempt(move);
    if (move === this.#previewed) this.answer = answer;
  }

  /**
   * Play a move, once for each position. The server decides whether it is legal; an illegal one shakes at once, before
   * the refusal comes. True if it was played.
   */
  async play(move: string): Promise<boolean> {
    // The next position may arrive before the answer to the last move, which then no longer counts.
    const position = this.#props().version;
    if (this.sent) return false;
    this.#sentAt = position;
    if (this.#props().legal.includes(move)) this.pending = move;
    else this.#shake(move);
    const { played, refusal } = await this.#props().play(move);
    if (this.#sentAt === position) this.pending = "";
    if (!played) this.#sentAt = null;
    if (refusal) this.#refused = { refusal, hint: this.#props().hint };
    return played;
  }

  #shake(move: string): void {
    this.shaken = move;
    setTimeout(() => (this.shaken = ""), SHAKE);
  }
}
