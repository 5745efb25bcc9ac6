// The position, moves, events and refusals in words: noses by their names, no coordinates.
import type { Params } from "$app/i18n.svelte";
import type { GameEvent, Say, Situation, Tried } from "../contract";
import {
  answers,
  dominoOf,
  type Group,
  groupAt,
  groups,
  halves,
  key,
  noses,
  pawnAt,
  poseOf,
  type Square,
  type View,
} from "./logic";

type Name = (seat: number) => string;

/** A domino by its noses: "clown–liar". */
export function dominoInWords(domino: string, t: Say): string {
  return noses(domino)
    .map((nose) => t(`nose.${nose}`))
    .join("–");
}

/** A domino at the beginning of a sentence. */
export const dominoFirst = (domino: string, t: Say): string => {
  const words = dominoInWords(domino, t);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** What a message needs of a group: how many noses, and which. */
export const groupParams = (group: Group | null, t: Say) => ({
  noses: group?.squares.length ?? 1,
  nose: t(`noses.${group?.nose ?? 0}`),
});

/** Where a neighbour lies, in the order in which it is told. */
const SIDES: readonly [string, number, number][] = [
  ["left", -1, 0],
  ["right", 1, 0],
  ["above", 0, 1],
  ["below", 0, -1],
];

/** What is to be seen on a square; of a free one, what lies beside it. */
export function squareInWords(at: Square, view: View, all: readonly Group[], name: Name, t: Say): string {
  const noseAt = (x: number, y: number) => view.squares.find((one) => one[0] === x && one[1] === y)?.[2];
  const nose = noseAt(at.x, at.y);
  if (nose === undefined) {
    const beside = SIDES.flatMap(([side, x, y]) => {
      const other = noseAt(at.x + x, at.y + y);
      return other === undefined ? [] : t(`cell.${side}`, { name: t(`nose.${other}`) });
    });
    return [t("cell.free"), ...beside].join(", ");
  }
  const group = groupAt(all, at);
  const seat = group ? view.pawns.find(({ at: [x, y] }) => groupAt([group], { x, y }))?.seat : undefined;
  const parts = [t("cell.nose", { name: t(`nose.${nose}`) })];
  if (group) parts.push(t("cell.group", { n: group.squares.length }));
  if (seat !== undefined) parts.push(t("cell.owned", { seat: name(seat) }));
  if (view.pawns.some((pawn) => key({ x: pawn.at[0], y: pawn.at[1] }) === key(at))) parts.push(t("cell.pawn"));
  return parts.join(", ");
}

/** An answer about a group: no pawn, one from the reserve, or one from elsewhere and how many points that brings. */
export function choiceInWords(
  choice: string,
  reserve: number,
  asked: Group | null,
  all: readonly Group[],
  t: Say,
): string {
  if (choice === "skip") return t("decide.skip");
  const from = pawnAt(choice);
  if (!from) return t("decide.reserve", { n: reserve });
  const left = groupAt(all, from);
  const change = (asked?.squares.length ?? 1) - (left?.squares.length ?? 1);
  return t("decide.move", { ...groupParams(left, t), change: signed(change) });
}

/** What one gains, or loses: "+3", "−8", "±0". */
const signed = (change: number): string => `${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)}`;

/** The groups to which these squares belong once they lie on the table. */
function groupsMade(over: readonly (Square & { nose: number })[], view: View): Group[] {
  const after = groups([...view.squares, ...over.map(({ x, y, nose }) => [x, y, nose] as [number, number, number])]);
  return [...new Set(over.flatMap((half) => groupAt(after, half) ?? []))];
}

/** The groups that the domino in the hand would make, no group for the first domino; and the pawns that would go back. */
export function heldInWords(
  over: readonly (Square & { nose: number })[],
  view: View,
  answer: Tried<View> | null,
  name: Name,
  you: number | null,
  t: Say,
): string {
  const made = groupsMade(over, view);
  const back = answer?.legal ? answer.events.filter((event) => event.event === "returned") : [];
  return [
    ...(made.length ? [] : [t(view.placed.length ? "info.alone" : "info.first")]),
    ...made.map((group) => t("info.group", groupParams(group, t))),
    ...back.map(({ seat }) => (seat === you ? t("info.back_own") : t("info.back", { seat: name(Number(seat)) }))),
  ].join(" ");
}

/** A move as people say it: a domino with the groups it makes, or an answer about a pawn. */
export function moveInWords(move: string, t: Say, view: View | null | undefined): string {
  const pose = poseOf(move);
  if (pose) {
    const domino = dominoInWords(dominoOf(move), t);
    const made = view ? groupsMade(halves(pose), view).map((group) => t("group", groupParams(group, t))) : [];
    return made.length ? t("moves.place_for", { domino, groups: made }) : t("moves.place", { domino });
  }
  if (move === "skip") return t("moves.skip");
  const from = pawnAt(move);
  if (!from) return t("moves.reserve");
  return t("moves.pawn", groupParams(groupAt(groups(view?.squares ?? []), from), t));
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Dominoes and groups by the names of their noses, points as a list. Places are not told: they light up. */
export function readable(params: Params, t: Say): Params {
  const read: Params = {};
  if (typeof params.domino === "string") read.domino = dominoInWords(params.domino, t);
  if (typeof params.nose === "number") read.nose = t(`noses.${params.nose}`);
  if (Array.isArray(params.pawns))
    read.groups = params.pawns.map(({ noses, nose }) => t("group", { noses, nose: t(`noses.${nose}`) }));
  if (Array.isArray(params.scores)) read.scores = params.scores.join(" : ");
  return read;
}

/** What to do: place a domino, the first one anywhere, or decide about a pawn. */
export function todo({ view, legal }: Situation<View>, t: Say): string {
  if (answers(legal).length && view.asking) {
    const [x, y] = view.asking;
    return t("todo.pawn", groupParams(groupAt(groups(view.squares), { x, y }), t));
  }
  return t(view.placed.length ? "todo.place" : "todo.first");
}

/** A domino and the pawns from the reserve that follow it in one sentence, after the pawns that went back. */
export function together(events: readonly GameEvent[]): readonly GameEvent[] {
  const placed = events.findLast((event) => event.event === "placed");
  const pawns = events.filter((event) => event.event === "put" && !event.from && event.seat === placed?.seat);
  if (!placed || !pawns.length || events.indexOf(placed) > events.indexOf(pawns[0] as GameEvent)) return events;
  const all: GameEvent = { ...placed, event: "placed_together", pawns };
  return events.flatMap((event) =>
    event === pawns.at(-1) ? all : event === placed || pawns.includes(event) ? [] : event,
  );
}

/** A pawn that comes from another group is moved. */
export function messageOf(event: GameEvent, you: number | null): string | null | undefined {
  if (event.event === "asked") return null;
  if (event.event === "placed_together") return event.seat === you ? "turn.placed_own" : "turn.placed";
  if (event.event !== "put" || !event.from) return undefined;
  return `${event.seat === you ? "you" : "events"}.moved`;
}

/** The two squares of a domino, the group of a pawn, or the square of a refusal. */
export function placesOf({ event, at, squares, pawns }: Params): string[] {
  const laid = list(squares).map((one) => list(one).slice(0, 2).join(","));
  if (event === "placed") return laid;
  if (event === "placed_together") return [...laid, ...list(pawns).flatMap((put) => placesOf(put as Params))];
  if (Array.isArray(at)) return [`group ${at.join(",")}`];
  return typeof at === "string" ? [at] : [];
}

/** Nobody can place a domino any more: who still holds some. */
export function ending({ view }: Situation<View>, t: Say, name: (seat: number) => string): string {
  const left = view.hands.flatMap((hand, seat) =>
    hand.length ? t("left_over", { name: name(seat), n: hand.length }) : [],
  );
  return left.length ? t("ending.stuck", { left }) : t("ending.empty");
}
