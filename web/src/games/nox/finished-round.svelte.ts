// The last position of a round. It stays for a moment, although the server already shows the next round.
import { laid, type Merged, type Played } from "./logic";

/** Milliseconds for which it stays. */
const STAY = 2400;

interface Shown {
  displays: string[][][];
  played: Played;
  merged: Merged | null;
  /** The number of the move that ended the round. */
  number: number;
}

export class FinishedRound {
  shown = $state.raw<Shown | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Show how the card that ended the round was played. */
  show(before: string[][][], played: Played, merged: Merged | null, number: number): void {
    const displays = laid(before, played, merged);
    if (!displays) return;
    this.shown = { displays, played, merged, number };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.clear, STAY);
  }

  /** Stop showing the finished round. */
  readonly clear = (): void => {
    clearTimeout(this.#timer);
    this.shown = null;
  };
}
