// The drawing on each game's box. All in one file: many small ones would come later.
import type { Component } from "svelte";

const thumbs = import.meta.glob<Component>("./*/Thumb.svelte", { eager: true, import: "default" });

export const thumbOf = (game: string): Component | undefined => thumbs[`./${game}/Thumb.svelte`];
