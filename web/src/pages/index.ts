// The pages of the room, each loaded when it is needed.
import type { Component } from "svelte";
import { type Part, words } from "$lib/i18n.svelte";
import type { PageName } from "$lib/router.svelte";

/** A page and the words that it needs beside those of the house. */
async function spoken<Page>(page: Promise<Page>, ...parts: Part[]): Promise<Page> {
  await Promise.all(parts.map((part) => words.addPart(part)));
  return page;
}

// biome-ignore lint/suspicious/noExplicitAny: pages differ in what the address tells them
export const pages: Record<PageName, () => Promise<{ default: Component<any> }>> = {
  shelf: () => import("./Shelf.svelte"),
  game: () => spoken(import("./Game.svelte"), "table"),
  table: () => spoken(import("./Table.svelte"), "table"),
  replay: () => spoken(import("./Replay.svelte"), "table", "replay"),
  rules: () => spoken(import("./Rules.svelte"), "table", "learning"),
  lesson: () => spoken(import("./Lesson.svelte"), "table", "learning"),
  puzzle: () => spoken(import("./Puzzle.svelte"), "table", "learning"),
  me: () => spoken(import("./Me.svelte"), "table", "progress"),
  claim: () => spoken(import("./Claim.svelte"), "table"),
  missing: () => spoken(import("./Missing.svelte"), "table"),
};
