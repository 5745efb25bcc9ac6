import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import type { View } from "./logic";
import Points from "./Points.svelte";
import { ending, messageOf, moveInWords, placesOf, readable, todo, together } from "./sentences";

export default {
  listsPlayers: true,
  points: (view: View) => view.scores,
  Board,
  Diagram,
  readable,
  moveInWords: (move, t, { view }) => moveInWords(move, t, view as View | null),
  todo,
  messageOf,
  placesOf,
  together,
  ending,
  RoundEnd: Points,
  quiet: ["dealt", "over"],
} satisfies GameModule;
