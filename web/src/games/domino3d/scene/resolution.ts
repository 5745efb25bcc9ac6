// Adaptive resolution: lower while frames of an animation come too slowly, full again at rest.

/** Milliseconds between two frames: the goal, and too many; and how many slow frames in a row are accepted. */
const WANTED = 16.7;
const SLOW = 24;
const PATIENCE = 2;
/** The factor of the largest single reduction, and the lowest resolution. */
const STEP = 0.5;
const LEAST = 0.2;
/** Milliseconds after an animation until a frame has full resolution again. */
const RESTS = 450;

/** The resolution that this machine can afford, for all towers of the page. */
let affordable = 1;

export class Resolution {
  #slow = 0;
  #rested = true;
  /** Whether the last frame had full resolution. */
  #full = true;
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

  /** Whether this machine can afford to blink: each time is a frame of full resolution. */
  get blinks(): boolean {
    return affordable > 0.5;
  }

  /**
   * The resolution of the next frame: the share of the pixels along an edge. `still`: the frame differs so little from
   * the last one that it keeps its resolution, and what was to come does come.
   */
  next(moving: boolean, still = false): number {
    if (affordable === 1) return 1;
    if (still && !moving) return this.#full ? 1 : affordable;
    clearTimeout(this.#timer);
    const rested = this.#rested && !moving;
    this.#rested = false;
    this.#full = rested;
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
