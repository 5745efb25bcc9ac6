// The games that have a board; each is loaded when it is needed.
import type { GameModule } from "./contract";

const modules = import.meta.glob<{ default: GameModule }>("./*/index.ts");

export async function load(game: string): Promise<GameModule | null> {
  const found = modules[`./${game}/index.ts`];
  return found ? (await found()).default : null;
}
