import type { Params } from "$app/i18n.svelte";
import type { GameEvent, GameModule, RoundOver, Say } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { squaresOf, textOf, type View } from "./logic";
import { finished } from "./round-end";

/** Points and scores as a score: "12 : 7". */
function readable(params: Params): Params {
  const read: Params = {};
  for (const name of ["points", "scores"]) if (Array.isArray(params[name])) read[name] = params[name].join(" : ");
  return read;
}

function moveInWords(move: string, t: Say): string {
  const [first, ...rest] = squaresOf(move).map(textOf);
  return t("moves.place", { first, last: rest.at(-1), length: rest.length + 1 });
}

const placesOf = ({ at, squares }: Params): string[] =>
  typeof at === "string" ? [at] : Array.isArray(squares) ? squares.map(String) : [];

function roundOver(events: readonly GameEvent[], t: Say): RoundOver | null {
  const ended = events.find((event) => event.event === "round");
  if (!ended) return null;
  const points = ended.points as number[];
  return {
    round: Number(ended.round),
    points,
    totals: ended.totals as number[],
    why: t("round.why"),
  };
}

const points = (view: View): number[] =>
  view.areas.map((area, seat) => view.points.reduce((sum, round) => sum + (round[seat] ?? 0), area.length));

export default {
  noChance: true,
  points,
  Board,
  Diagram,
  readable,
  moveInWords,
  placesOf,
  roundOver,
  finished,
  todo: ({ help }, t) => t(help ? "todo.ring" : "todo.square"),
  ending: (_, t) => t("round.why"),
  quiet: ["begun", "over"],
} satisfies GameModule;
