// How sharp pictures are: less while they come too slowly in a movement, full again at rest.

/** Milliseconds between two pictures that are too many, and how many such waits are borne. */
const SLOW = 40;
const PATIENCE = 3;
const STEP = 0.7;
const LEAST = 0.4;
/** Milliseconds after a movement until everything is drawn sharp again. */
const RESTS = 250;

export class Sharpness {
  #moving = 1;
  #slow = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` gets the share of the pixels along an edge that are to be drawn. */
  constructor(readonly show: (share: number) => void) {}

  /** A picture in a movement came so many milliseconds after the one before. */
  took(passed: number): void {
    this.#slow = passed > SLOW ? this.#slow + 1 : 0;
    if (this.#slow < PATIENCE) return;
    this.#slow = 0;
    this.#moving = Math.max(LEAST, this.#moving * STEP);
  }

  /** Before a picture is drawn. */
  before(moves: boolean): void {
    if (this.#moving === 1) return;
    clearTimeout(this.#timer);
    if (moves) this.show(this.#moving);
    else this.#timer = setTimeout(() => this.show(1), RESTS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
