// The table in words, for the line below it, for buttons and for screen readers.
import type { BoardProps, Mark, Tried } from "../contract";
import { type Group, groupAt, groups, key, pawnAt, poseOf, type Square, squareOf, type View } from "./logic";

type Say = BoardProps["t"];
type Name = (seat: number) => string;

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const place = (at: unknown): string =>
  `(${list(at)
    .map((one) => String(one).replace("-", "−"))
    .join(", ")})`;

export function spokenMove(move: string, t: Say): string {
  const pose = poseOf(move);
  if (pose) return t(pose.turn ? "moves.above" : "moves.right", { a: pose.a, b: pose.b, at: place([pose.x, pose.y]) });
  const [word, from] = move.split(" ");
  if (word === "skip") return t("moves.skip");
  return from ? t("moves.pawn", { at: place(from.split(",")) }) : t("moves.reserve");
}

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
export function offerInWords(offer: string, reserve: number, all: readonly Group[], t: Say): string {
  if (offer === "skip") return t("decide.skip");
  const from = pawnAt(offer);
  if (!from) return t("decide.reserve", { n: reserve });
  const group = groupAt(all, from);
  return t("decide.move", { n: group?.squares.length ?? 0, nose: group?.nose ?? 0 });
}

/** The groups that the domino in the hand would make, and the pawns that would go back. */
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
    ...made.map((group) => t("info.group", { n: group.squares.length, nose: group.nose })),
    ...back.map((event) => t("info.back", { seat: name(Number(event.seat)) })),
  ].join(" ");
}

/** A diagram for those who do not see it: its dominoes, then its pawns with their groups. */
export function positionInWords(view: View, t: Say): string {
  const all = groups(view.squares);
  const name = (seat: number) => t("seat", { number: seat + 1 });
  const pawns = view.pawns.map(({ at: [x, y] }) => squareInWords({ x, y }, view, all, name, t));
  return `${[...view.placed.map((move) => spokenMove(move, t)), ...pawns].join("; ")}.`;
}

/** A mark of a diagram: its letter, what it lies on, what it says of it. */
export function markInWords({ at, kind = "look", label = "" }: Mark, t: Say): string {
  const { x, y } = squareOf(at);
  const on = poseOf(at) ? spokenMove(at, t) : place([x, y]);
  return `${[label, on, t(`diagram.${kind}`)].filter(Boolean).join(", ")}.`;
}
