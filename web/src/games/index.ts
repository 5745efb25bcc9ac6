// What the games' folders contain; each part is loaded where it is needed. Nothing else registers a game: shelf-options.ts,
// thumbs.ts, words.ts and (at build time) scripts/joined-words.ts find further files in the same folders by their names.
import type { Component } from "svelte";
import type { GameModule, OptionProps } from "./contract";

type Options = Record<string, unknown>;
type RelevantOptions = (chosen: Options) => readonly string[];

const modules = import.meta.glob<GameModule>("./*/index.ts", { import: "default" });
const credits = import.meta.glob<{ default: Component }>("./*/Credit.svelte");
const results = import.meta.glob<{ default: Component<{ options: Options }> }>("./*/Results.svelte");
const pickers = import.meta.glob<{ default: Component<OptionProps> }>("./*/options/*.svelte");
const relevantOptions = import.meta.glob<RelevantOptions>("./*/relevant-options.ts", { import: "default" });

/** The board and what goes with it; null for a game without one. */
export const load = async (game: string): Promise<GameModule | null> =>
  (await modules[`./${game}/index.ts`]?.()) ?? null;

/** A note beside the designer's name. */
export const creditOf = (game: string) => credits[`./${game}/Credit.svelte`]?.();

/** The results so far with the given options. */
export const resultsOf = (game: string) => results[`./${game}/Results.svelte`]?.();

/** A game's own input for an option. */
export const optionPickerOf = (game: string, option: string) => pickers[`./${game}/options/${option}.svelte`]?.();

/** Which options apply to what is chosen; null: all of them, always. */
export const relevantOptionsOf = async (game: string): Promise<RelevantOptions | null> =>
  (await relevantOptions[`./${game}/relevant-options.ts`]?.()) ?? null;
