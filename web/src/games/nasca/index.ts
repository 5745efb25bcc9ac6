import type { GameEvent, GameModule } from "../contract";
import Board from "./Board.svelte";

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

export default { Board, readable } satisfies GameModule;
