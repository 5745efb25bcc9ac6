// How sharp frames are: less while they come too slowly in a movement, full again at rest.

/** Milliseconds between two frames: the goal, too many, and how many such waits are accepted. */
const WANTED = 16.7;
const SLOW = 24;
const PATIENCE = 2;
/** The most that is given up at once, and in all. */
const STEP = 0.5;
const LEAST = 0.2;
/** Milliseconds after a movement until everything is drawn sharp again: longer than what blinks takes. */
const RESTS = 450;

/** What was found out holds for all towers of this page. */
let affordable = 1;

export class Sharpness {
  #slow = 0;
  #rested = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `redraw` asks for a frame when there is time for a sharp one. */
  constructor(
    readonly redraw: () => void,
    /** What can surely not be afforded beyond. */
    most = 1,
  ) {
    affordable = Math.min(affordable, most);
  }

  /** A frame in a movement came this many milliseconds after the one before. */
  took(passed: number): void {
    this.#slow = passed > SLOW ? this.#slow + 1 : 0;
    if (this.#slow < PATIENCE) return;
    this.#slow = 0;
    // Half as many pixels along an edge are a quarter of the work.
    affordable = Math.max(LEAST, affordable * Math.max(STEP, Math.sqrt(WANTED / passed)));
  }

  /** The share of the pixels along an edge that the next frame is to have. */
  next(moves: boolean): number {
    if (affordable === 1) return 1;
    clearTimeout(this.#timer);
    const rested = this.#rested && !moves;
    this.#rested = false;
    if (rested) return 1;
    if (!moves)
      this.#timer = setTimeout(() => {
        this.#rested = true;
        this.redraw();
      }, RESTS);
    return affordable;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** Forget what was found out. */
export const afresh = (): void => {
  affordable = 1;
};
