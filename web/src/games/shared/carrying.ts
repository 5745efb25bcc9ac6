// Placing a piece on a drawn board by pointer. A mouse shows it before the click; a first tap shows it and a second one
// places it; a drag drops it.

export interface Carrier<Square> {
  /** Whether we may carry something now. */
  able: () => boolean;
  /** The square at a point of the screen, `raised` if a finger would hide it; null beside the board. */
  under: (event: MouseEvent, raised: boolean) => Square | null;
  /** Whether the piece in the hand lies at a point of the screen, so that a finger can move it from there. */
  covers: (event: MouseEvent) => boolean;
  /** Whether a tap there places it. */
  confirms: (event: MouseEvent) => boolean;
  /** Where the piece is held now, whoever put it there. */
  held: () => Square | null;
  /** Hold the piece over a square, or not over the board. */
  hold: (square: Square | null) => void;
  /** A mouse without a pressed button is over a square. */
  hover: (square: Square | null) => void;
  place: () => void;
}

/** Pixels that a pointer moves before it drags. */
const SLACK = 8;

interface Drag {
  pointer: number;
  moved: boolean;
  from: "stock" | "board";
  finger: boolean;
  x: number;
  y: number;
}

export class Carrying<Square> {
  #drag: Drag | null = null;
  #carrier: Carrier<Square>;
  /** Whether this tap has placed the piece, so that its click is to be ignored. */
  placed = false;
  /** Where the dragged piece is held. */
  #over: Square | null = null;
  /** Where the mouse has put it by hovering. */
  #hovered: Square | null = null;

  constructor(carrier: Carrier<Square>) {
    this.#carrier = carrier;
  }

  /** A piece is taken from the stock, or taken up where it lies in the hand. */
  begin(event: PointerEvent, from: Drag["from"]): void {
    const finger = event.pointerType !== "mouse";
    this.#drag = { pointer: event.pointerId, moved: false, from, finger, x: event.clientX, y: event.clientY };
    this.#over = null;
    addEventListener("pointermove", this.#dragged);
    addEventListener("pointerup", this.#dropped);
    addEventListener("pointercancel", this.#cancelled);
  }

  /** Stop dragging; returns the drag. */
  end = (): Drag | null => {
    const done = this.#drag;
    this.#drag = null;
    removeEventListener("pointermove", this.#dragged);
    removeEventListener("pointerup", this.#dropped);
    removeEventListener("pointercancel", this.#cancelled);
    return done;
  };

  readonly hover = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" || this.#drag || !this.#carrier.able()) return;
    const before = this.#carrier.held();
    this.#carrier.hover(this.#carrier.under(event, false));
    const now = this.#carrier.held();
    if (now !== before) this.#hovered = now;
  };

  /** A piece shown by the mouse leaves with it; one put there by keys or buttons stays. */
  readonly leave = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" || this.#drag || this.#carrier.held() !== this.#hovered) return;
    this.#carrier.hold(null);
  };

  readonly down = (event: PointerEvent): void => {
    this.placed = false;
    if (event.button !== 0 || event.pointerType === "mouse" || !this.#carrier.able()) return;
    if (this.#carrier.covers(event)) this.begin(event, "board");
  };

  readonly #dragged = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    drag.moved = true;
    const square = this.#carrier.under(event, drag.finger);
    if (!square && drag.from === "board") return;
    this.#over = square;
    this.#carrier.hold(square);
  };

  readonly #dropped = (event: PointerEvent): void => {
    const done = this.end();
    const { confirms, place } = this.#carrier;
    if (done?.moved) {
      // A piece that a finger moves on the board is placed by the next tap.
      if (this.#over && done.from === "stock") place();
    } else if (done?.from === "board" && confirms(event)) {
      this.placed = true;
      place();
    }
  };

  readonly #cancelled = (): void => {
    if (this.end()?.from === "stock") this.#carrier.hold(null);
  };
}
