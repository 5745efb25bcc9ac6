// What a tap on the tower, or a mouse over it, does with the ghost.
import { type Cell, nameOf } from "../logic";
import { type Hit, meant } from "../scene/ray-casting";
import type { Builder } from "./builder.svelte";

/** The cell that is meant; null to point at nothing. */
function cellAt(builder: Builder, hit: Hit | null): Cell | null {
  if (!hit) return null;
  if (!builder.lifting) return builder.isHere(hit.cell) ? hit.cell : meant(hit, builder.taken, builder.free);
  return builder.taken.has(nameOf(hit.cell)) ? hit.cell : null;
}

/** Pin the ghost where it was tapped; a tap on a pinned ghost turns it, or lifts the domino. */
export function tap(builder: Builder, hit: Hit | null): void {
  if (!builder.building || builder.waiting) return;
  const cell = cellAt(builder, hit);
  if (!cell) builder.clear();
  else if (builder.pinned && builder.isHere(cell)) {
    if (builder.lifting) void builder.place();
    else builder.cycle();
  } else builder.point(cell, hit?.point, true);
}

/** Let the ghost follow the mouse until it is pinned. */
export function hover(builder: Builder, hit: Hit | null, help: boolean): void {
  if (!builder.building || builder.pinned) return;
  const cell = cellAt(builder, hit);
  // With help a pointer that passes by shows what fits; why something does not fit is told to who asks by a press.
  if (cell && (!help || builder.lifting || builder.waysAt(cell).length)) builder.point(cell, hit?.point, false);
  else builder.clear();
}
