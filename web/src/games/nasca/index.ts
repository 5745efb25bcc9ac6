import type { Params } from "$app/i18n.svelte";
import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { squaresOf, textOf } from "./logic";

/** Points and scores as a score: "12 : 7". */
function readable(params: Params): Params {
  const read: Params = {};
  for (const name of ["points", "scores"]) if (Array.isArray(params[name])) read[name] = params[name].join(" : ");
  return read;
}

function moveInWords(move: string, t: (key: string, params?: Params) => string): string {
  const [first, ...rest] = squaresOf(move).map(textOf);
  return t("moves.place", { first, last: rest.at(-1), length: rest.length + 1 });
}

export default { Board, Diagram, readable, moveInWords } satisfies GameModule;
