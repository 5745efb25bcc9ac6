import type { Params } from "$lib/i18n.svelte";
import type { GameEvent, GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { list, place, spokenMove } from "./sentences";

/** Squares as places, dominoes as pairs, points as a list. */
function readable(event: GameEvent): Record<string, unknown> {
  switch (event.event) {
    case "dealt":
      return { n: Number(event.aside) };
    case "placed":
      return { move: `${String(event.domino).replace("-", "–")} ${place(list(list(event.squares)[0]).slice(0, 2))}` };
    case "returned":
    case "declined":
      return { at: place(event.at) };
    case "asked":
    case "put":
      return { at: place(event.at), n: Number(event.noses) };
    case "over":
      return { scores: list(event.scores).join(" : "), n: list(event.winners).length };
    default:
      return {};
  }
}

/** The same for refusals and reasons: how many squares are touched, and places. */
function spoken(params: Params, t: (key: string, params?: Params) => string): Params {
  const found: Params = {};
  if (typeof params.at === "string") found.at = place(params.at.split(","));
  if (Array.isArray(params.at)) found.at = place(params.at);
  if (params.squares === "no square") found.squares = t("touched.none");
  if (params.squares === "one square") found.squares = t("touched.one");
  if (typeof params.seat === "number") found.seat = t("seat", { number: params.seat + 1 });
  return found;
}

export default { Board, Diagram, readable, spoken, spokenMove } satisfies GameModule;
