import type { Params } from "$app/i18n.svelte";
import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { poseOf } from "./logic";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const place = (at: unknown): string =>
  `(${list(at)
    .map((one) => String(one).replace("-", "−"))
    .join(", ")})`;

/** Squares as places, dominoes as pairs, points as a list. */
function readable(params: Params, t: (key: string, params?: Params) => string): Params {
  const read: Params = {};
  if (typeof params.at === "string") read.at = place(params.at.split(","));
  if (Array.isArray(params.at)) read.at = place(params.at);
  if (Array.isArray(params.scores)) read.scores = params.scores.join(" : ");
  if (params.squares === "no square") read.squares = t("touched.none");
  if (params.squares === "one square") read.squares = t("touched.one");
  if (params.event === "placed") read.move = `${pairOf(params.domino)} ${place(firstOf(params.squares))}`;
  return read;
}

const pairOf = (domino: unknown): string => String(domino).replace("-", "–");
/** Where the first half of a domino lies. */
const firstOf = (squares: unknown): unknown[] => list(list(squares)[0]).slice(0, 2);

function moveInWords(move: string, t: (key: string, params?: Params) => string): string {
  const pose = poseOf(move);
  if (pose) return t(pose.turn ? "moves.above" : "moves.right", { a: pose.a, b: pose.b, at: place([pose.x, pose.y]) });
  const [word, from] = move.split(" ");
  if (word === "skip") return t("moves.skip");
  return from ? t("moves.pawn", { at: place(from.split(",")) }) : t("moves.reserve");
}

export default { Board, Diagram, readable, moveInWords } satisfies GameModule;
