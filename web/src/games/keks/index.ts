import type { Params } from "$app/i18n.svelte";
import type { GameEvent, GameModule, MoveContext, Say, Situation } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { GLAZES } from "./glazes";
import { type KeksView, tilesOf, together } from "./logic";
import { todo } from "./todo";

/** Colours are letters in the protocol; people see the sign of a glaze. */
function readable(params: Params, t: Say): Params {
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

const isEleven = ({ variant }: Record<string, unknown>): boolean => variant === "eleven";

function moveInWords(move: string, t: Say, { view, options }: MoveContext): string {
  const tile = tilesOf(view as KeksView).find((one) => one.at === move);
  if (!tile) return t("stop");
  const key = isEleven(options) ? "moves.take_points" : "moves.take";
  return t(key, { at: move, pips: tile.pips, ...readable({ colour: tile.colour }, t) });
}

/** A tile that nobody keeps is the first of its glaze, or one of a glaze that is decided. */
function messageOf(
  { event, seat, kept, first }: GameEvent,
  you: number | null,
  options: Record<string, unknown>,
): string | undefined {
  const points = isEleven(options) ? "_points" : "";
  if (event === "taken_together") return `turn.taken${points}`;
  if (event !== "taken") return undefined;
  return `${seat === you ? "you" : "events"}.${kept ? `taken${points}` : first ? "first" : "spare"}`;
}

const placesOf = ({ at }: Params): string[] =>
  typeof at === "string" ? [at] : Array.isArray(at) ? at.map(String) : [];

/** The last event tells the score already; the sentence here says why it is over. */
function ending({ view, you }: Situation<KeksView>, t: Say, name: (seat: number) => string): string {
  const winner = view.won.findIndex((glazes) => glazes.length >= 5);
  if (winner < 0) return "";
  return winner === you ? t("ending_you") : t("ending", { name: name(winner) });
}

export default {
  points: (view: KeksView) => view.won.map((glazes) => glazes.length),
  Board,
  Diagram,
  readable,
  moveInWords,
  todo,
  messageOf,
  placesOf,
  together,
  ending,
  quiet: ["dealt", "stopped", "over"],
} satisfies GameModule;
