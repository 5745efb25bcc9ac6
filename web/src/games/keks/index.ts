import type { Params } from "$app/i18n.svelte";
import type { GameModule, Seen } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { GLAZES } from "./glazes";
import { type KeksView, tilesOf } from "./logic";

type Words = (key: string, params?: Params) => string;

/** Colours are letters in the protocol; people see the sign of a glaze. */
function readable(params: Params, t: Words): Params {
  const read: Params = {};
  for (const name of ["colour", "turn"]) {
    const sign = GLAZES[String(params[name])]?.sign;
    if (sign) read[name] = t(`signs.${sign}`);
  }
  if (params.move === "stop") read.move = t("stop");
  if (params.sides === 3) read.sides = t("held.three");
  if (params.sides === 4) read.sides = t("held.four");
  return read;
}

function moveInWords(move: string, t: Words, { view }: Seen): string {
  const tile = tilesOf(view as KeksView).find((one) => one.at === move);
  return tile ? t("moves.take", { at: move, ...readable({ colour: tile.colour }, t) }) : t("stop");
}

export default { Board, Diagram, readable, moveInWords } satisfies GameModule;
