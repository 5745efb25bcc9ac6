// The pages of the room. The first one comes with the frame, the others when they are needed.
import type { Component } from "svelte";
import { type Part, words } from "$lib/i18n.svelte";
import type { PageName } from "$lib/router.svelte";
import Shelf from "./Shelf.svelte";

/** A page and the words that it needs beside those of the house. */
async function spoken<Page>(page: Promise<Page>, ...parts: Part[]): Promise<Page> {
  await Promise.all(parts.map((part) => words.addPart(part)));
  return page;
}

// biome-ignore lint/suspicious/noExplicitAny: pages differ in what the address tells them
export const pages: Record<PageName, () => Promise<{ default: Component<any> }>> = {
  shelf: async () => ({ default: Shelf }),
  game: () => spoken(import("./Game.svelte"), "table"),
  table: () => spoken(import("./Table.svelte"), "table"),
  replay: () => spoken(import("./Replay.svelte"), "table", "replay"),
  rules: () => spoken(import("./Rules.svelte"), "table", "learning"),
  lesson: () => spoken(import("./Lesson.svelte"), "table", "learning"),
  daily: () => spoken(import("./Daily.svelte"), "table", "learning"),
  puzzle: () => spoken(import("./Puzzle.svelte"), "table", "learning"),
  me: () => spoken(import("./Me.svelte"), "table", "progress"),
  claim: () => spoken(import("./Claim.svelte"), "table"),
  missing: () => spoken(import("./Missing.svelte"), "table"),
};
