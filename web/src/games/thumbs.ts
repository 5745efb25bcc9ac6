// The drawing on each game's box. Imported eagerly: one file loads faster than many small ones.
import type { Component } from "svelte";

const thumbs = import.meta.glob<Component>("./*/Thumb.svelte", { eager: true, import: "default" });

export const thumbOf = (game: string): Component | undefined => thumbs[`./${game}/Thumb.svelte`];
