import type { Params } from "$lib/i18n.svelte";
import type { GameEvent, GameModule, Seen } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { GLAZES } from "./glazes";
import { type KeksView, tilesOf } from "./logic";

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

function spokenMove(move: string, t: Words, { view }: Seen): string {
  const tile = tilesOf(view as KeksView).find((one) => one.at === move);
  return tile ? t("moves.take", { at: move, ...spoken({ colour: tile.colour }, t) }) : t("stop");
}

export default { Board, Diagram, readable, spoken, spokenMove } satisfies GameModule;
