// Moves and the end in words.
import type { Params } from "$app/i18n.svelte";
import type { MoveContext, Say, Situation } from "../contract";
import { LOOKS } from "./families";
import { FAMILIES, familyOf, goal, type NoxView, numberOf, parse } from "./logic";

/** Cards are written b4, g14, o13 in the protocol; people read "green 14". */
export function readable(params: Params, t: Say): Params {
  const card = (text: string) => t(`cards.${LOOKS[familyOf(text)].key}`, { number: numberOf(text) });
  const read: Params = {};
  for (const name of ["card", "onto"]) {
    const value = params[name];
    if (typeof value === "string" && value) read[name] = card(value);
  }
  if (Array.isArray(params.shows)) read.shows = params.shows.map(card);
  if (typeof params.move === "string") read.move = t("join", { card: card(parse(params.move).card) });
  for (const name of ["colour", "other"])
    if (FAMILIES.some((family) => LOOKS[family].key === params[name])) read[name] = t(`colours.${params[name]}`);
  return read;
}

export function moveInWords(move: string, t: Say, { view, name: nameOf, you }: MoveContext): string {
  const { card, display, onto } = parse(move);
  const empty = (view as NoxView | null)?.displays[display]?.length === 0;
  const key = `${display === you ? "moves_own" : "moves"}.${onto ? "onto" : empty ? "first" : "beside"}`;
  return t(key, { name: nameOf(display), ...readable({ card, onto }, t) });
}

export const target = (options: Record<string, unknown>) => ({ target: goal(options) });

/** Who has reached the points that end the match and, of several, who has most. */
export function ending({ view, options, you }: Situation<NoxView>, t: Say, name: (seat: number) => string): string {
  const seatsFrom = (points: number) => view.totals.flatMap((total, seat) => (total >= points ? seat : []));
  const told = (key: string, seats: number[], points: object) =>
    t(seats.length === 1 && seats[0] === you ? `${key}_you` : key, { names: seats.map(name), ...points });
  const most = Math.max(...view.totals);
  const [reached, best] = [seatsFrom(goal(options)), seatsFrom(most)];
  const all = told("ending", reached, target(options));
  return reached.length === 1 ? all : `${all} ${told("ending_most", best, { points: most })}`;
}
