import type { Params } from "$lib/i18n.svelte";
import { shape } from "../../table/seats";
import type { GameEvent, GameModule, Seen } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { LOOKS } from "./families";
import { FAMILIES, familyOf, numberOf, parse } from "./logic";

type Words = (key: string, params?: Params) => string;

/** Cards are written b4, g14, o13 in the protocol; people read "green 14". */
function readable(event: Params, t: Words): Params {
  const card = (text: string) => t(`cards.${LOOKS[familyOf(text)].key}`, { number: numberOf(text) });
  const found: Params = {};
  for (const field of ["card", "onto"]) {
    const value = event[field];
    if (typeof value === "string" && value) found[field] = card(value);
  }
  for (const field of ["colour", "other"])
    if (FAMILIES.some((family) => LOOKS[family].key === event[field])) found[field] = t(`colours.${event[field]}`);
  return found;
}

/** In refusals and reasons seats are numbers: people know them by their shape. */
function spoken(params: Params, t: Words): Params {
  const found: Params = { n: params.points, ...readable(params, t) };
  for (const field of ["seat", "display"]) {
    const seat = params[field];
    if (typeof seat === "number") found[field] = t("seat", { shape: shape(seat), number: seat + 1 });
  }
  return found;
}

function spokenMove(move: string, t: Words, { name }: Seen): string {
  const { card, display, onto } = parse(move);
  return t(onto ? "moves.onto" : "moves.beside", { name: name(display), ...readable({ card, onto }, t) });
}

export default {
  Board,
  Diagram,
  readable: (event: GameEvent, t: Words) => readable(event, t),
  spoken,
  spokenMove,
} satisfies GameModule;
