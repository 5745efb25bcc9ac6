// What the table asks the game about: what to do, how things are told and where, why it ended.
import type { Params } from "$app/i18n.svelte";
import type { GameEvent, Say, Situation } from "../contract";
import { answers, groupAt, groups, type View } from "./logic";
import { dominoInWords, groupParams } from "./sentences";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Dominoes and groups by the names of their noses, points as a list. Places are not told: they light up. */
export function readable(params: Params, t: Say): Params {
  const read: Params = {};
  if (typeof params.domino === "string") read.domino = dominoInWords(params.domino, t);
  if (typeof params.nose === "number") read.nose = t(`noses.${params.nose}`);
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

/** A pawn that comes from another group is moved. */
export function messageOf(event: GameEvent, you: number | null): string | null | undefined {
  if (event.event === "asked") return null;
  if (event.event !== "put" || !event.from) return undefined;
  return `${event.seat === you ? "you" : "events"}.moved`;
}

/** The two squares of a domino, the group of a pawn, or the square of a refusal. */
export function placesOf({ event, at, squares }: Params): string[] {
  if (event === "placed") return list(squares).map((one) => list(one).slice(0, 2).join(","));
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
