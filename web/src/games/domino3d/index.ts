import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { readable, spoken, spokenMove } from "./sentences";

export default { Board, Diagram, readable, spoken, spokenMove } satisfies GameModule;
