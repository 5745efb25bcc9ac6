// When the focused element vanishes or is disabled, the board takes the focus, so that keys still work.

export class Focus {
  #inside = false;

  /** `take` focuses the board. */
  constructor(readonly take: () => void) {}

  /** For `focusin` and `focusout` of the board and everything beside it. */
  readonly follow = (event: FocusEvent): void => {
    const to = event.type === "focusin" ? event.target : event.relatedTarget;
    if (to) this.#inside = (event.currentTarget as HTMLElement).contains(to as Node);
  };

  /** Something has changed that may have been focused. */
  keep(): void {
    requestAnimationFrame(() => {
      if (this.#inside && document.activeElement === document.body) this.take();
    });
  }
}
