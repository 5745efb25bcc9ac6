// The board in words, for the line below it and for screen readers.
import type { BoardProps } from "../contract";
import type { PlankHand } from "./hand.svelte";
import { type Plank, type Square, textOf } from "./logic";

type Say = BoardProps["t"];
type Name = (seat: number) => string;

/** What is to be seen on a square. */
export function squareInWords(
  square: Square,
  top: ReadonlyMap<string, Plank>,
  areas: readonly (readonly string[])[],
  name: Name,
  t: Say,
): string {
  const text = textOf(square);
  const plank = top.get(text);
  if (plank) {
    const owner = plank.owner === "neutral" ? t("cell.neutral") : name(plank.owner);
    return t("cell.plank", { square: text, n: plank.level + 1, owner });
  }
  const seat = areas.findIndex((squares) => squares.includes(text));
  return seat < 0 ? t("cell.empty", { square: text }) : t("cell.area", { square: text, seat: name(seat) });
}

/** Where the plank in the hand would lie, and what it would bring to each seat. */
export function heldInWords(
  { move, rest }: Pick<PlankHand, "move" | "rest">,
  effects: readonly { gained: readonly string[]; lost: readonly string[] }[],
  name: Name,
  t: Say,
): string {
  const where = rest?.level
    ? t("info.bridge", { at: move, n: rest.level + 1, squares: rest.on })
    : t("info.ground", { at: move });
  const parts = effects.flatMap(({ gained, lost }, seat) => [
    ...(gained.length ? [t("info.gains", { seat: name(seat), n: gained.length })] : []),
    ...(lost.length ? [t("info.loses", { seat: name(seat), n: lost.length })] : []),
  ]);
  return [where, ...parts].join(" ");
}
