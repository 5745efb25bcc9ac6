import type { Params } from "$app/i18n.svelte";
import type { GameModule, Seen } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { LOOKS } from "./families";
import { FAMILIES, familyOf, numberOf, parse } from "./logic";

type Words = (key: string, params?: Params) => string;

/** Cards are written b4, g14, o13 in the protocol; people read "green 14". */
function readable(params: Params, t: Words): Params {
  const card = (text: string) => t(`cards.${LOOKS[familyOf(text)].key}`, { number: numberOf(text) });
  const read: Params = {};
  for (const name of ["card", "onto"]) {
    const value = params[name];
    if (typeof value === "string" && value) read[name] = card(value);
  }
  if (typeof params.shows === "string")
    read.shows = params.shows === "nothing" ? t("shows_nothing") : params.shows.split(", ").map(card);
  if (typeof params.move === "string") read.move = t("join", { card: card(parse(params.move).card) });
  for (const name of ["colour", "other"])
    if (FAMILIES.some((family) => LOOKS[family].key === params[name])) read[name] = t(`colours.${params[name]}`);
  return read;
}

function moveInWords(move: string, t: Words, { name: nameOf }: Seen): string {
  const { card, display, onto } = parse(move);
  return t(onto ? "moves.onto" : "moves.beside", { name: nameOf(display), ...readable({ card, onto }, t) });
}

export default { Board, Diagram, readable, moveInWords } satisfies GameModule;
