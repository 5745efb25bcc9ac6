// Passing and giving up: the first press asks, the second plays, unless it was meant for the first question or the last turn.

/** Milliseconds in which the second press of a double tap comes. */
const DOUBLE_TAP = 500;

export class Passing {
  /** Whether the next press plays. */
  asked = $state(false);
  /** Whether a press would be the second one of a double tap: it does nothing. */
  resting = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Press the button; true if that plays. `sure`: without asking. */
  press(sure: boolean): boolean {
    if (this.resting) return false;
    if (this.asked || sure) return true;
    this.asked = true;
    this.#rest();
    return false;
  }

  /** The position is another one. */
  reset(): void {
    this.asked = false;
    this.#rest();
  }

  /** Something else was begun. */
  withdraw(): void {
    this.asked = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #rest(): void {
    this.resting = true;
    this.stop();
    this.#timer = setTimeout(() => (this.resting = false), DOUBLE_TAP);
  }
}
