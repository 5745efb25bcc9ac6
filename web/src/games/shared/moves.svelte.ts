// Moves of a board: what one would do, playing it once, and why it is refused.
import type { Refusal } from "$connection/refusal";
import type { BoardProps, Tried } from "../contract";

/** Milliseconds for which a hand must rest before the server is asked what a move would do. */
const REST = 110;
/** A little longer than anything shakes. */
const SHAKE = 260;

type Asked<View> = Pick<BoardProps<View>, "attempt" | "play" | "legal" | "last">;

export class Moves<View> {
  /** What the server says about the move that is looked at; null until it has answered. */
  answer = $state.raw<Tried<View> | null>(null);
  /** The move that is on its way. */
  going = $state("");
  /** The move that was refused, while it shakes. */
  shaken = $state("");
  refused = $state.raw<Refusal | null>(null);
  #looked = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt: number | null = null;
  readonly #props: () => Asked<View>;

  /** `props`: those of the board, as they are at any time. */
  constructor(props: () => Asked<View>) {
    this.#props = props;
  }

  /** The move that is looked at; none: "". */
  get looked(): string {
    return this.#looked;
  }

  /** Whether a move was sent from this position. */
  get sent(): boolean {
    return this.#sentAt === this.#props().last.number;
  }

  /** Look at a move; the server is asked when the hand has rested on it. */
  look(move: string): void {
    if (move === this.#looked) return;
    this.forget();
    this.#looked = move;
    if (move) this.#timer = setTimeout(() => this.#ask(move), REST);
  }

  /** Nothing is looked at any more, and nothing is refused. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#looked = "";
    this.answer = null;
    this.refused = null;
  }

  async #ask(move: string): Promise<void> {
    const answer = await this.#props().attempt(move);
    if (move === this.#looked) this.answer = answer;
  }

  /**
   * Play a move, once for each position. The server decides whether it is legal; what cannot be shakes at once, and
   * what is refused says why. True if it was played.
   */
  async play(move: string): Promise<boolean> {
    // The next position may be there before the answer to the last move is: that one no longer counts.
    const position = this.#props().last.number;
    if (this.sent) return false;
    this.#sentAt = position;
    if (this.#props().legal.includes(move)) this.going = move;
    else this.#shake(move);
    const { played, refusal } = await this.#props().play(move);
    if (this.#sentAt === position) this.going = "";
    if (!played) this.#sentAt = null;
    if (refusal) this.refused = refusal;
    return played;
  }

  #shake(move: string): void {
    this.shaken = move;
    setTimeout(() => (this.shaken = ""), SHAKE);
  }
}
