import type { GameModule } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { moveInWords, readable } from "./sentences";

export default { Board, Diagram, readable, moveInWords } satisfies GameModule;
