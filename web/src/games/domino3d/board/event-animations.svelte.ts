// Animates the events of each new move. While a tower falls and is put back, nobody moves.
import { tick, untrack } from "svelte";
import type { BoardProps } from "../../contract";
import type { Piece } from "../logic";
import type { Scene } from "../scene/scene";
import type { View } from "../view";
import type { Builder } from "./builder.svelte";

export class EventAnimations {
  /** The number of the last move that was shown; null before the first. */
  #seen: number | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** To be made while a component is, whose effects these are. */
  constructor(
    readonly props: BoardProps<View>,
    readonly builder: Builder,
    readonly scene: () => Scene | null,
  ) {
    $effect(() => {
      const { number, events } = props.last;
      untrack(() => {
        const fresh = this.#seen !== null && number > this.#seen;
        this.#seen = number;
        if (fresh) tick().then(() => this.#animate(events));
      });
    });
    $effect(() => () => clearTimeout(this.#resting));
  }

  #animate(events: BoardProps["last"]["events"]): void {
    const race = this.props.view.mode === "race";
    for (const one of events) {
      if (race && one.seat !== this.builder.shown()) continue;
      const piece = one as unknown as Piece;
      if (one.event === "placed") this.scene()?.comesDown(piece);
      if (one.event === "collapsed") this.#rest(this.scene()?.tumbles(piece) ?? 0);
    }
  }

  #rest(milliseconds: number): void {
    if (!milliseconds) return;
    this.props.hold(milliseconds);
    clearTimeout(this.#resting);
    this.builder.waiting = true;
    this.#resting = setTimeout(() => (this.builder.waiting = false), milliseconds);
  }
}
