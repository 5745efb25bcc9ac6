// The part of the table that is shown. It stays where it is while we play, and moves no more than the layout needs.
import { untrack } from "svelte";
import { type Box, extent, type Frame, frame, partAround, type Square, type View } from "./logic";

export class Viewport {
  /** Where the 10 by 10 frame is drawn. */
  lying = $state.raw<Frame>(frame(extent([])));
  readonly shown = $derived.by((): Box => partAround(this.lying));

  constructor(view: () => View) {
    const box = $derived(extent(view().squares.map(([x, y]) => ({ x, y }))));
    this.lying = untrack(() => frame(box));
    $effect.pre(() => {
      const now = box;
      // Not between a domino and the answers about its groups.
      if (!view().asking) this.lying = untrack(() => frame(now, { x: this.lying.left, y: this.lying.bottom }));
    });
  }

  holds({ x, y }: Square): boolean {
    const { left, right, bottom, top } = this.shown;
    return x >= left && x <= right && y >= bottom && y <= top;
  }

  /** Count squares from this one, and move nothing: the first domino stays where it was dropped. */
  countFrom({ x, y }: Square): void {
    const { left, right, bottom, top, ...fixed } = this.lying;
    this.lying = { left: left - x, right: right - x, bottom: bottom - y, top: top - y, ...fixed };
  }
}
