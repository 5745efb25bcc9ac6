// What had the focus may vanish or be switched off: then the board has it, so that keys go on working.

export class Focus {
  #inside = false;

  /** `take` puts the focus on the board. */
  constructor(readonly take: () => void) {}

  /** The focus comes or goes, in all that belongs to the board. */
  readonly follow = (event: FocusEvent): void => {
    const to = event.type === "focusin" ? event.target : event.relatedTarget;
    if (to) this.#inside = (event.currentTarget as HTMLElement).contains(to as Node);
  };

  /** Something has changed that may have had it. */
  keep(): void {
    requestAnimationFrame(() => {
      if (this.#inside && document.activeElement === document.body) this.take();
    });
  }
}
