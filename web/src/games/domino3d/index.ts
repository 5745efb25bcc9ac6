import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import { readable, spoken, spokenMove } from "./sentences";

export default { Board, readable, spoken, spokenMove } satisfies GameModule;
