// The table in words, for the line below it, for buttons and for screen readers.
import type { BoardProps, Tried } from "../contract";
import { type Group, groupAt, groups, key, pawnAt, type Square, type View } from "./logic";

type Say = BoardProps["t"];
type Name = (seat: number) => string;

/** What is to be seen on a square. */
export function squareInWords(at: Square, view: View, all: readonly Group[], name: Name, t: Say): string {
  const nose = view.squares.find(([x, y]) => x === at.x && y === at.y)?.[2];
  const square = `${at.x}, ${at.y}`.replaceAll("-", "−");
  if (nose === undefined) return t("cell.free", { square });
  const group = groupAt(all, at);
  const seat = group ? view.pawns.find(({ at: [x, y] }) => groupAt([group], { x, y }))?.seat : undefined;
  const parts = [t("cell.nose", { square, nose, name: t(`nose.${nose}`) })];
  if (group) parts.push(t("cell.group", { n: group.squares.length }));
  if (seat !== undefined) parts.push(t("cell.owned", { seat: name(seat) }));
  if (view.pawns.some((pawn) => key({ x: pawn.at[0], y: pawn.at[1] }) === key(at))) parts.push(t("cell.pawn"));
  return parts.join(", ");
}

/** An answer about a group: no pawn, one from the reserve, one from elsewhere. */
export function choiceInWords(choice: string, reserve: number, all: readonly Group[], t: Say): string {
  if (choice === "skip") return t("decide.skip");
  const from = pawnAt(choice);
  if (!from) return t("decide.reserve", { n: reserve });
  const group = groupAt(all, from);
  return t("decide.move", { n: group?.squares.length ?? 0, nose: group?.nose ?? 0 });
}

/** The groups that the domino in the hand would make, no group for the first domino; and the pawns that would go back. */
export function heldInWords(
  over: readonly (Square & { nose: number })[],
  view: View,
  answer: Tried<View> | null,
  name: Name,
  t: Say,
): string {
  const after = groups([...view.squares, ...over.map(({ x, y, nose }) => [x, y, nose] as [number, number, number])]);
  const made = [...new Set(over.flatMap((half) => groupAt(after, half) ?? []))];
  const back = answer?.legal ? answer.events.filter((event) => event.event === "returned") : [];
  return [
    ...(made.length ? [] : [t("info.alone")]),
    ...made.map((group) => t("info.group", { n: group.squares.length, nose: group.nose })),
    ...back.map((event) => t("info.back", { seat: name(Number(event.seat)) })),
  ].join(" ");
}
