// The pages of the room. The first one comes with the frame, the others when they are needed.
import type { Component } from "svelte";
import { type Part, words } from "$app/i18n.svelte";
import type { PageName } from "$app/router.svelte";
import Shelf from "./shelf/Shelf.svelte";

/** A page and the words that it needs beside those of the house. */
async function spoken<Page>(page: Promise<Page>, ...parts: Part[]): Promise<Page> {
  await Promise.all(parts.map((part) => words.addPart(part)));
  return page;
}

// biome-ignore lint/suspicious/noExplicitAny: pages differ in what the address tells them
export const pages: Record<PageName, () => Promise<{ default: Component<any> }>> = {
  shelf: async () => ({ default: Shelf }),
  game: () => spoken(import("./shelf/Game.svelte"), "table"),
  table: () => spoken(import("./table/Table.svelte"), "table"),
  replay: () => spoken(import("./replay/Replay.svelte"), "table", "replay"),
  rules: () => spoken(import("./learning/Rules.svelte"), "table", "learning"),
  lesson: () => spoken(import("./learning/Lesson.svelte"), "table", "learning"),
  daily: () => spoken(import("./learning/Daily.svelte"), "table", "learning"),
  puzzle: () => spoken(import("./learning/Puzzle.svelte"), "table", "learning"),
  me: () => spoken(import("./progress/Me.svelte"), "table", "progress"),
  claim: () => spoken(import("$app/Claim.svelte"), "table"),
  missing: () => spoken(import("$app/Missing.svelte"), "table"),
};
