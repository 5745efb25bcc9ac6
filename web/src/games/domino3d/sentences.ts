// Events, refusals, factors and moves as people read them.
import type { Params } from "$app/i18n.svelte";
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

/** Parameters of an event, a refusal or a factor as people read them. */
export function readable(params: Params, t: Say): Params {
  const read: Params = {};
  for (const name of ["mark", "other"]) if (isMark(params[name])) read[name] = markName(params[name], t);
  for (const name of ["to", "up"]) if (isDirection(params[name])) read[name] = t(`towards.${params[name]}`);
  if (isDirection(params.side)) read.side = t(`sides.${params.side}`);
  // Means come as texts with one decimal; as numbers they get the decimal sign of the reader's language.
  for (const name of ["points", "before"]) if (typeof params[name] === "string") read[name] = Number(params[name]);
  if (Array.isArray(params.at)) read.at = params.at.join(",");
  if (typeof params.reason === "string") read.reason = t(`reasons.${params.reason}`);
  if (typeof params.verdict === "string") read.verdict = t(`verdicts.${params.verdict}`);
  if (typeof params.error === "boolean") read.error = t(params.error ? "errors.found" : "errors.none");
  return read;
}

/** "flat, pointing east" */
export const liesHow = (place: Placement, t: Say): string =>
  isUpright(place) ? t("lies.upright") : t("lies.flat", { to: t(`towards.${place.to}`) });

export function moveInWords(text: string, t: Say): string {
  const move = parse(text);
  if (move.kind === "word") return t(`actions.${move.word.replace(" ", "_")}`);
  if (move.kind === "lift") return t("moves.lift", { domino: move.domino });
  const where = { at: nameOf(move.place.at), lies: liesHow(move.place, t) };
  return move.domino === null ? t("moves.place", where) : t("moves.place_one", { ...where, domino: move.domino });
}
