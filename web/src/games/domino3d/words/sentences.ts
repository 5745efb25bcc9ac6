// Events, refusals, factors and moves as people read them.
import type { Params } from "$app/i18n.svelte";
import type { GameEvent, MoveContext, Say } from "../../contract";
import {
  type Cell,
  halves,
  isUpright,
  type Mark,
  marksOf,
  middle,
  type Piece,
  type Placement,
  type Pose,
  parse,
} from "../logic";
import { LOOKS } from "../marks";
import { cameraAngles } from "../scene/camera-angles.svelte";
import { type RelativeSide, sideTowards } from "../scene/relative-side";
import type { Angles } from "../scene/visibility";
import { ownerOf, type View } from "../view";

/** "a circle ○" */
export const markName = (mark: string, t: Say): string => `${t(`marks.${mark}`)} ${LOOKS[mark as Mark].letter}`;

/** The marks that a domino shows on top. */
function marksOnTop(place: Pose, domino: number): Mark[] {
  const marks = marksOf(domino, place);
  const above = isUpright(place) ? [marks[place.to === "U" ? 1 : 0].U] : [marks[0].U, marks[1].U];
  return above.filter((mark) => mark !== undefined);
}

export const topsOf = (place: Pose, domino: number, t: Say): string[] =>
  marksOnTop(place, domino).map((mark) => markName(mark, t));

/** Where a domino would lie and how: "upright; on top: a circle ○; on the table, on the left". `tower`: what stands. */
export function placeInWords(place: Placement, domino: number, tower: readonly Cell[], t: Say): string {
  const low = Math.min(...halves(place).map((cell) => cell[2]));
  return t("places.one", {
    lies: liesHow(place, t),
    tops: topsOf(place, domino, t),
    level: low ? t("levels.up", { n: low }) : t("levels.table"),
    spot: t(`seen.${spotOf(middle(place), tower, cameraAngles)}`),
  });
}

/** On which side of the tower something is, as the person sees it. */
export function spotOf([x, y]: Cell, tower: readonly Cell[], from: Angles): RelativeSide {
  const centre = (axis: 0 | 1) => {
    const all = tower.map((cell) => cell[axis]);
    return all.length ? (Math.min(...all) + Math.max(...all)) / 2 : 0;
  };
  const [east, north] = [x - centre(0), y - centre(1)];
  return Math.hypot(east, north) < 0.75 ? "middle" : sideTowards(east, north, from);
}

/** What a placement won, in its parts: "2 contacts + 1 upright". Upright on the table is worth 1, height 2. */
export function partsOf(points: number, touched: readonly unknown[], t: Say): string {
  const more = points - touched.length;
  const parts = [t("parts.contacts", { n: touched.length })];
  if (more > 0) parts.push(t(more === 1 ? "parts.upright" : "parts.height"));
  return parts.join(" + ");
}

const isMark = (value: unknown): value is string => typeof value === "string" && /^[A-E]$/.test(value);
const isDirection = (value: unknown): value is string => typeof value === "string" && /^[EWNSUD]$/.test(value);

/** Parameters of an event, a refusal or a factor as people read them. */
export function readable(params: Params, t: Say): Params {
  const read: Params = {};
  for (const name of ["mark", "other"]) if (isMark(params[name])) read[name] = markName(params[name], t);
  if (isDirection(params.side)) read.side = t(`sides.${params.side}`);
  // Means come as texts with one decimal; as numbers they get the decimal sign of the reader's language.
  for (const name of ["points", "before"]) if (typeof params[name] === "string") read[name] = Number(params[name]);
  if (Array.isArray(params.at)) {
    const marks = marksOnTop(params as unknown as Placement, Number(params.domino));
    read.tops = marks.map((mark) => t(`signs.${mark}`)).join(", ");
  }
  if (Array.isArray(params.touched)) read.parts = partsOf(Number(params.points), params.touched, t);
  if (typeof params.reason === "string") read.reason = t(`reasons.${params.reason}`);
  if (typeof params.verdict === "string") read.verdict = t(`verdicts.${params.verdict}`);
  if (typeof params.error === "boolean") {
    read.error = t(params.error ? "errors.found" : "errors.none");
    read.lost = Math.max(0, -Number(params.points));
  }
  return read;
}

const liesHow = (place: Placement, t: Say): string => t(isUpright(place) ? "lies.upright" : "lies.flat");

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function moveInWords(text: string, t: Say, { view }: Pick<MoveContext, "view">): string {
  const move = parse(text);
  if (move.kind === "word") return t(`actions.${move.word.replace(" ", "_")}`);
  if (move.kind === "lift") return t("moves.lift");
  const seen = view as View | undefined;
  const domino = move.domino ?? (seen && seen.mode !== "race" ? seen.drawn : null);
  if (!seen || domino === null) return capital(liesHow(move.place, t));
  const pieces = seen.mode === "race" ? (seen.sets[ownerOf(seen, domino) ?? -1] ?? []) : seen.placed;
  return capital(placeInWords(move.place, domino, pieces.flatMap(halves), t));
}

/**
 * A domino lies flat or stands upright, and fits somewhere or not; alone at the table nobody wins. That the sand has run
 * out is told together with what follows.
 */
export function messageOf(event: GameEvent, you: number | null): string | null | undefined {
  const own = event.seat === you ? "you" : "events";
  if (event.clock && event.event === "returned") return null;
  if (event.clock && (event.event === "timeout" || event.event === "stopped")) return `${own}.${event.event}_by_clock`;
  if (event.event === "placed") return `${own}.${isUpright(event as unknown as Placement) ? "stood" : "laid"}`;
  if (event.event === "timeout" && !event.fits) return `${own}.timeout_nowhere`;
  // Whoever passes knows why.
  if (event.event === "timeout") return own === "you" ? undefined : "events.timeout_fits";
  if (event.event === "won") return "events.gained";
  if (event.event === "over" && (event.scores as unknown[] | undefined)?.length === 1) return "events.over_alone";
  return undefined;
}

/** Dominoes, by number: those that were placed, those that they touch, or those that are in the way. */
export function placesOf({ domino, touched }: Params): string[] {
  const list = Array.isArray(touched) ? touched : typeof domino === "number" ? [domino] : [];
  return list.map(String);
}

/** What stands, level by level: for whoever reads it rather than sees it. */
export function inWords(view: View, t: Say, name: (seat: number) => string): string {
  if (view.mode !== "race") return levelsOf(view.placed, t);
  return view.sets.map((pieces, seat) => [name(seat), levelsOf(pieces, t)].join("\n")).join("\n\n");
}

function levelsOf(pieces: readonly Piece[], t: Say): string {
  const tower = pieces.flatMap(halves);
  const level = (piece: Piece): number => Math.min(...halves(piece).map((cell) => cell[2]));
  const levels = [...new Set(pieces.map(level))].sort((a, b) => a - b);
  const lines = levels.flatMap((n) => [
    `${t("levels.of", { n: n + 1 })}:`,
    ...pieces.filter((one) => level(one) === n).map((one) => `– ${placeInWords(one, one.domino, tower, t)}`),
  ]);
  return lines.join("\n");
}
