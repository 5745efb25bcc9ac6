import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import { readable, spoken } from "./sentences";

export default { Board, readable, spoken } satisfies GameModule;
