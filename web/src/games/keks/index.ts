import type { Params } from "$lib/i18n.svelte";
import type { GameEvent, GameModule } from "../contract";
import Board from "./Board.svelte";
import { GLAZES } from "./glazes";

type Words = (key: string, params?: Params) => string;

/** Colours are letters in the protocol; people see an icing sign. */
function spoken(event: Params, t: Words): Params {
  const found: Params = {};
  for (const field of ["colour", "turn"]) {
    const sign = GLAZES[String(event[field])]?.sign;
    if (sign) found[field] = t(`signs.${sign}`);
  }
  if (event.move === "stop") found.move = t("stop");
  return found;
}

const readable = (event: GameEvent, t: Words): Params => spoken(event, t);

export default { Board, readable, spoken } satisfies GameModule;
