// What the server shows of a match, as the rules page defines it.
import type { Piece } from "./logic";

export interface TowerView {
  mode: "classic" | "solo";
  turn: number | null;
  drawn: number | null;
  placed: Piece[];
  pile: number[];
  scores: number[];
  turns_left: number | null;
  idle: number;
}
export interface RaceView {
  mode: "race";
  phase: "build" | "check" | "over";
  round: number;
  hands: number[][];
  sets: Piece[][];
  finished: number[];
  given_up: number[];
  verdicts: (string | null)[];
  totals: number[];
  to_act: number[];
}
export type View = TowerView | RaceView;

/** Race: the seat that has a domino, in its hand or on its table. */
export function ownerOf({ hands, sets }: RaceView, domino: number | null): number | null {
  const seat = hands.findIndex((hand, at) =>
    [...hand, ...(sets[at] ?? []).map((one) => one.domino)].includes(domino ?? -1),
  );
  return seat < 0 ? null : seat;
}

export const scoresOf = (view: View): number[] => (view.mode === "race" ? view.totals : view.scores);

/** The draw of a domino, as a text: the same domino may come again in another turn. */
export const drawOf = ({ turn, drawn, turns_left, placed, idle }: TowerView): string =>
  JSON.stringify([turn, drawn, turns_left, placed.length, idle]);
