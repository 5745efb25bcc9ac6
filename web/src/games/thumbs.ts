// The picture on each game's box. All in one: many small files would come later.
import type { Component } from "svelte";

const thumbs = import.meta.glob<Component>("./*/Thumb.svelte", { eager: true, import: "default" });

export const thumbOf = (game: string): Component | undefined => thumbs[`./${game}/Thumb.svelte`];
