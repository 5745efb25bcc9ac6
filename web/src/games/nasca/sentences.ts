// The board in words, for the line below it and for screen readers.
import type { BoardProps, Mark } from "../contract";
import type { PlankHand } from "./hand.svelte";
import { type Plank, type Square, textOf, type View } from "./logic";

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

/** A diagram: its planks in the order in which they were laid, then its signs. */
export function positionInWords(view: View, marks: readonly Mark[], t: Say): string {
  const owners = { 0: t("diagram.red"), 1: t("diagram.blue"), neutral: t("cell.neutral") };
  const planks = view.planks.map(({ owner, at, level }) => {
    const params = { owner: owners[owner as keyof typeof owners], at, n: level + 1 };
    return t(level ? "diagram.bridge" : "diagram.ground", params);
  });
  const lying = t("diagram.label", { planks: planks.length ? planks.join("; ") : t("diagram.empty") });
  const signs = marks.map(({ at, kind = "look", label = "" }) => t(`diagram.${kind}`, { at, label }));
  return [lying, ...signs].join(". ");
}
