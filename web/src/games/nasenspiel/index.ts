import type { GameEvent, GameModule } from "../contract";
import Board from "./Board.svelte";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const place = (at: unknown): string =>
  `(${list(at)
    .map((one) => String(one).replace("-", "−"))
    .join(", ")})`;

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

export default { Board, readable } satisfies GameModule;
