// From a hand over the board to the house: what a move would do, why it is refused, and playing it once.
import type { BoardProps, Tried } from "../contract";

/** Milliseconds for which a hand must rest before the house is asked what a move would do. */
const REST = 110;
/** A little longer than anything shakes. */
const SHAKE = 260;

export interface Refusal {
  sentence: string;
  rule: number | null;
}

type Asked<View> = Pick<BoardProps<View>, "attempt" | "play" | "legal" | "last">;

export class Moves<View> {
  /** What the house says about the move that is looked at; null until it has answered. */
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

  /** Look at a move; the house is asked when the hand has rested on it. */
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

  /** Play a move, once for each position; what is not legal shakes and says why. True if it was played. */
  async play(move: string): Promise<boolean> {
    // The next position may be there before the answer to the last move is: that one no longer counts.
    const position = this.#props().last.number;
    if (this.sent) return false;
    if (!this.#props().legal.includes(move) && (await this.#refuses(move))) return false;
    this.#sentAt = position;
    this.going = move;
    const played = await this.#props().play(move);
    if (this.#sentAt === position) this.going = "";
    if (!played) this.#sentAt = null;
    return played;
  }

  async #refuses(move: string): Promise<boolean> {
    this.shaken = move;
    setTimeout(() => (this.shaken = ""), SHAKE);
    const known = move === this.#looked ? this.answer : null;
    const found = known ?? (await this.#props().attempt(move));
    if (found.legal) return false;
    this.refused = { sentence: found.sentence, rule: found.rule };
    return true;
  }
}
