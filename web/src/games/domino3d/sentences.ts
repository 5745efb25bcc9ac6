// What events, refusals and reasons are about, as people read it.
import type { Params } from "$lib/i18n.svelte";
import type { GameEvent } from "../contract";
import { isUpright, type Mark, marksOf, nameOf, type Placement, parse } from "./logic";
import { LOOKS } from "./marks";

type Say = (key: string, params?: Params) => string;

/** "a circle ○" */
export const markName = (mark: string, t: Say): string => `${t(`marks.${mark}`)} ${LOOKS[mark as Mark].letter}`;

/** Where a domino would lie and how: "1,0,2, upright; on top: a circle ○". */
export function placeInWords(place: Placement, domino: number, t: Say): string {
  const marks = marksOf(domino, place);
  const above = isUpright(place) ? [marks[place.to === "U" ? 1 : 0].U] : [marks[0].U, marks[1].U];
  const tops = above.flatMap((mark) => (mark ? [markName(mark, t)] : []));
  return t("places.one", { at: nameOf(place.at), lies: liesHow(place, t), tops });
}

const isMark = (value: unknown): value is string => typeof value === "string" && /^[A-E]$/.test(value);
const isDirection = (value: unknown): value is string => typeof value === "string" && /^[EWNSUD]$/.test(value);

/** Parameters of a refusal or a reason. */
export function spoken(params: Params, t: Say): Params {
  const found: Params = { ...params };
  for (const name of ["mark", "other"]) if (isMark(params[name])) found[name] = markName(params[name], t);
  if (isDirection(params.side)) found.side = t(`sides.${params.side}`);
  // Means come with one place behind the point; as numbers they get the sign of the reader's language.
  for (const name of ["points", "before"]) if (typeof params[name] === "string") found[name] = Number(params[name]);
  found.n = found.points;
  return found;
}

/** Parameters of an event. */
export function readable(event: GameEvent, t: Say): Params {
  const found: Params = {};
  if (Array.isArray(event.at)) found.at = event.at.join(",");
  if (isDirection(event.to)) found.to = t(`towards.${event.to}`);
  if (isDirection(event.up)) found.up = t(`towards.${event.up}`);
  if (typeof event.points === "number") found.n = event.points;
  if (typeof event.lost === "number") found.n = event.lost;
  if (typeof event.reason === "string") found.reason = t(`reasons.${event.reason}`);
  if (typeof event.verdict === "string") found.verdict = t(`verdicts.${event.verdict}`);
  if (typeof event.error === "boolean") found.error = t(event.error ? "errors.found" : "errors.none");
  return found;
}

/** "flat, pointing east" */
export const liesHow = (place: Placement, t: Say): string =>
  isUpright(place) ? t("lies.upright") : t("lies.flat", { to: t(`towards.${place.to}`) });

export function spokenMove(text: string, t: Say): string {
  const move = parse(text);
  if (move.kind === "word") return t(`actions.${move.word.replace(" ", "_")}`);
  if (move.kind === "lift") return t("moves.lift", { domino: move.domino });
  const where = { at: nameOf(move.place.at), lies: liesHow(move.place, t) };
  return move.domino === null ? t("moves.place", where) : t("moves.place_one", { ...where, domino: move.domino });
}
