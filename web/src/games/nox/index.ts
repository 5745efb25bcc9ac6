import type { Params } from "$lib/i18n.svelte";
import type { GameEvent, GameModule } from "../contract";
import Board from "./Board.svelte";
import { LOOKS } from "./families";
import { FAMILIES, familyOf, numberOf, parse } from "./logic";

type Words = (key: string, params?: Params) => string;

/** Cards are written b4, g14, o13 in the protocol; people read "green 14". */
function readable(event: GameEvent, t: Words, name: (seat: unknown) => string = (seat) => String(seat)): Params {
  const card = (text: string) => t(`cards.${LOOKS[familyOf(text)].key}`, { number: numberOf(text) });
  const found: Params = {};
  for (const field of ["card", "onto"]) {
    const value = event[field];
    if (typeof value === "string" && value) found[field] = card(value);
  }
  for (const field of ["colour", "other"])
    if (FAMILIES.some((family) => LOOKS[family].key === event[field])) found[field] = t(`colours.${event[field]}`);
  if (typeof event.move === "string" && event.move.includes(">")) {
    const { card: put, display, onto } = parse(event.move);
    const params = { card: card(put), name: name(display), onto: onto ? card(onto) : "" };
    found.move = t(onto ? "move.onto" : "move.beside", params);
  }
  return found;
}

export default { Board, readable } satisfies GameModule;
