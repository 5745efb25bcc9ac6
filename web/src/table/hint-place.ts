// Where the hint lies on a phone held sideways: over no button that plays and, if it can be, not over what it suggests.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels between the card and what it must leave free. */
const GAP = 6;
/** The least that is worth reading: beside the controls, and below them. */
const NARROW = 300;
const LOW = 140;

export const covers = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** `screen`: what the card may lie over; `width`, `height`: its own size. Every place is within the screen. */
export function placesFor(screen: Box, width: number, height: number, controls: readonly Box[]): Box[] {
  const { left, top, right, bottom } = screen;
  const places = [{ left: right - width, top: bottom - height, right, bottom }];
  if (controls.length) {
    const column = Math.max(left, Math.min(...controls.map((one) => one.left)));
    const below = Math.max(top, ...controls.map((one) => one.bottom + GAP));
    const strip = { left: column, top: Math.max(below, bottom - height), right, bottom };
    if (bottom - strip.top >= LOW) places.push(strip);
    const edge = Math.max(left + NARROW, column - GAP);
    const beside = { left: Math.max(left, edge - width), right: edge };
    places.push({ ...beside, top: bottom - height, bottom }, { ...beside, top, bottom: top + height });
  }
  places.push({ left, top: bottom - height, right: left + width, bottom });
  places.push({ left, top, right: left + width, bottom: top + height });
  return places;
}

/** The first place that covers nothing of this; if there is none, the first that covers no control. */
export function choosePlace(places: readonly Box[], controls: readonly Box[], suggested: readonly Box[]): Box | null {
  const free = places.filter((place) => !controls.some((one) => covers(place, one)));
  return free.find((place) => !suggested.some((one) => covers(place, one))) ?? free[0] ?? places.at(-1) ?? null;
}
