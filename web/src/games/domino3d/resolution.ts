// Adaptive resolution: lower while frames of an animation come too slowly, full again at rest.

/** Milliseconds between two frames: the goal, and too many; and how many slow frames in a row are accepted. */
const WANTED = 16.7;
const SLOW = 24;
const PATIENCE = 2;
/** The factor of the largest single reduction, and the lowest resolution. */
const STEP = 0.5;
const LEAST = 0.2;
/** Milliseconds after an animation until a frame has full resolution again: longer than a blink of the clashing faces. */
const RESTS = 450;

/** The resolution that this machine can afford, for all towers of the page. */
let affordable = 1;

export class Resolution {
  #slow = 0;
  #rested = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `redraw` asks for a frame when there is time for one of full resolution. */
  constructor(
    readonly redraw: () => void,
    /** An upper bound that is known beforehand. */
    most = 1,
  ) {
    affordable = Math.min(affordable, most);
  }

  /** A frame of an animation came this many milliseconds after the one before. */
  frameTook(passed: number): void {
    this.#slow = passed > SLOW ? this.#slow + 1 : 0;
    if (this.#slow < PATIENCE) return;
    this.#slow = 0;
    // Half as many pixels along an edge are a quarter of the work.
    affordable = Math.max(LEAST, affordable * Math.max(STEP, Math.sqrt(WANTED / passed)));
  }

  /** The resolution of the next frame: the share of the pixels along an edge. */
  next(moving: boolean): number {
    if (affordable === 1) return 1;
    clearTimeout(this.#timer);
    const rested = this.#rested && !moving;
    this.#rested = false;
    if (rested) return 1;
    if (!moving)
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

/** Forget what this machine can afford. */
export const reset = (): void => {
  affordable = 1;
};
