import type { Params } from "$lib/i18n.svelte";
import type { GameEvent, GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { poseOf } from "./logic";

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

/** The same for refusals and reasons: how many squares are touched, and places. */
function spoken(params: Params, t: (key: string, params?: Params) => string): Params {
  const found: Params = { n: params.dominoes };
  if (typeof params.at === "string") found.at = place(params.at.split(","));
  if (Array.isArray(params.at)) found.at = place(params.at);
  if (params.squares === "no square") found.squares = t("touched.none");
  if (params.squares === "one square") found.squares = t("touched.one");
  if (typeof params.seat === "number") found.seat = t("seat", { number: params.seat + 1 });
  return found;
}

function spokenMove(move: string, t: (key: string, params?: Params) => string): string {
  const pose = poseOf(move);
  if (pose) return t(pose.turn ? "moves.above" : "moves.right", { a: pose.a, b: pose.b, at: place([pose.x, pose.y]) });
  const [word, from] = move.split(" ");
  if (word === "skip") return t("moves.skip");
  return from ? t("moves.pawn", { at: place(from.split(",")) }) : t("moves.reserve");
}

export default { Board, Diagram, readable, spoken, spokenMove } satisfies GameModule;
