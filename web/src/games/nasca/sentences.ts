// The board in words, for the line below it and for screen readers.
import type { Say } from "../contract";
import type { PlankInHand } from "./held-plank.svelte";
import { type Plank, type Square, textOf } from "./logic";

/** The names of the seats, and which of them is the reader's. */
export interface Names {
  name: (seat: number) => string;
  you: number | null;
}

/** What is to be seen on a square. */
export function squareInWords(
  square: Square,
  top: ReadonlyMap<string, Plank>,
  areas: readonly (readonly string[])[],
  { name, you }: Names,
  t: Say,
): string {
  const text = textOf(square);
  const plank = top.get(text);
  if (plank) {
    const ownerOf = (seat: number) => (seat === you ? t("cell.yours") : name(seat));
    const owner = plank.owner === "neutral" ? t("cell.neutral") : ownerOf(plank.owner);
    return t("cell.plank", { square: text, n: plank.level + 1, owner });
  }
  const seat = areas.findIndex((squares) => squares.includes(text));
  if (seat < 0) return t("cell.empty", { square: text });
  return t(seat === you ? "cell.area_own" : "cell.area", { square: text, seat: name(seat) });
}

/** How the plank in the hand would lie, and what it would bring to each seat. */
export function heldInWords(
  { rest }: Pick<PlankInHand, "rest">,
  effects: readonly { gained: readonly string[]; lost: readonly string[] }[],
  { name, you }: Names,
  t: Say,
): string {
  const how = rest?.level ? t("info.bridge", { n: rest.level + 1 }) : t("info.ground");
  const gain = (seat: number, n: number) => t(seat === you ? "info.gains_own" : "info.gains", { seat: name(seat), n });
  const loss = (seat: number, squares: readonly string[]) =>
    t(seat === you ? "you.lost" : "events.lost", { seat: name(seat), squares });
  const parts = effects.flatMap(({ gained, lost }, seat) => [
    ...(gained.length ? [gain(seat, gained.length)] : []),
    ...(lost.length ? [loss(seat, lost)] : []),
  ]);
  return [how, ...parts].join(" ");
}
