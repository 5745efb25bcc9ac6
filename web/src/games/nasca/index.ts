import type { Params } from "$lib/i18n.svelte";
import type { GameEvent, GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { squaresOf, textOf } from "./logic";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Squares by their number, points as a score. */
function readable(event: GameEvent): Record<string, unknown> {
  switch (event.event) {
    case "lost":
    case "surrounded":
      return { n: list(event.squares).length };
    case "round":
      return { points: list(event.points).join(" : ") };
    case "over":
      return { scores: list(event.scores).join(" : "), n: list(event.winners).length };
    case "placed":
      return { n: Number(event.level) };
    default:
      return {};
  }
}

function spokenMove(move: string, t: (key: string, params?: Params) => string): string {
  const [first, ...rest] = squaresOf(move).map(textOf);
  return t("moves.place", { first, last: rest.at(-1), length: rest.length + 1 });
}

/** The number that reasons are about. */
const spoken = ({ count }: Params): Params => ({ n: count });

export default { Board, Diagram, readable, spoken, spokenMove } satisfies GameModule;
