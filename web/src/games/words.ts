// A game's messages: those of the page and, joined by `scripts/joined-words.ts`, those that Python uses as well.
import { type Nested, words } from "$app/i18n.svelte";

const loaders = import.meta.glob<Nested>("./*/messages/*.json", { import: "default" });

export const addGameWords = (game: string): Promise<void> => words.add(`./${game}/messages`, loaders, `${game}.`);
