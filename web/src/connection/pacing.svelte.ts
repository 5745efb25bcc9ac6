// Shows positions one after the other, each for long enough to be seen.

export class Pacing<Frame> {
  /** Whether newer positions are waiting. */
  behind = $state(false);
  /** Whether the next position waits until somebody goes on. */
  paused = $state(false);
  #waiting: Frame[] = [];
  /** When the next position may be shown, in milliseconds since 1970. */
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `stay`: for how many milliseconds a position stays before the next one. */
  constructor(
    readonly show: (frame: Frame) => void,
    readonly stay: (frame: Frame) => number,
  ) {}

  /** Show a position as soon as those before it have been seen. */
  add(frame: Frame): void {
    this.#waiting.push(frame);
    this.#advance();
  }

  /** Keep the shown position for at least so many milliseconds. */
  hold(milliseconds: number): void {
    this.#next = Math.max(this.#next, Date.now() + milliseconds);
    this.#arm();
  }

  /** Show nothing new until `goOn`. */
  pause(): void {
    this.paused = true;
    clearTimeout(this.#timer);
  }

  goOn(): void {
    this.paused = false;
    this.#next = 0;
    this.#advance();
  }

  /** Show all waiting positions at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.paused = false;
    for (const frame of this.#waiting.splice(0)) this.show(frame);
    this.#next = 0;
    this.behind = false;
  }

  /** Drop all waiting positions. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#next = 0;
    this.behind = this.paused = false;
  }

  #advance = (): void => {
    while (!this.paused && this.#waiting.length && Date.now() >= this.#next) {
      const frame = this.#waiting.shift() as Frame;
      const stay = this.stay(frame);
      this.#next = Date.now() + stay;
      this.show(frame); // may hold or pause
      if (stay) queueMicrotask(() => this.hold(stay)); // it stays from when it is drawn, which may take a while
    }
    this.#arm();
  };

  #arm(): void {
    clearTimeout(this.#timer);
    this.behind = this.#waiting.length > 0;
    if (this.behind && !this.paused) this.#timer = setTimeout(this.#advance, Math.max(0, this.#next - Date.now()));
  }
}
