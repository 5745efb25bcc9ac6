// What a game may bring for the pages besides its board; each part is loaded where it is shown.
import type { Component } from "svelte";

type Options = Record<string, unknown>;
type Asked = (chosen: Options) => readonly string[];

const credits = import.meta.glob<{ default: Component }>("./*/Credit.svelte");
const results = import.meta.glob<{ default: Component<{ options: Options }> }>("./*/Results.svelte");
const asked = import.meta.glob<{ default: Asked }>("./*/asked.ts");

/** Beside the designer's name. */
export const creditOf = (game: string) => credits[`./${game}/Credit.svelte`]?.();
/** What was reached so far with some options. */
export const resultsOf = (game: string) => results[`./${game}/Results.svelte`]?.();

/** Which options mean something when others are chosen; null: all of them always. */
export async function askedOf(game: string): Promise<Asked | null> {
  return (await asked[`./${game}/asked.ts`]?.())?.default ?? null;
}
