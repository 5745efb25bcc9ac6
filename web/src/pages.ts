// The pages. The first one comes with the frame, the others when they are needed.
import type { Component } from "svelte";
import { type Nested, words } from "$app/i18n.svelte";
import type { PageName } from "$app/router.svelte";
import Shelf from "./shelf/Shelf.svelte";

type Part = "admin" | "learning" | "privacy" | "progress" | "replay" | "table";
const loaders = import.meta.glob<Nested>("./{admin,learning,privacy,progress,replay,table}/messages/*.json", {
  import: "default",
});

/** A page together with the words that it needs beside those of the frame. */
async function withWords<Page>(page: Promise<Page>, ...parts: Part[]): Promise<Page> {
  await Promise.all(parts.map((part) => words.add(`./${part}/messages`, loaders)));
  return page;
}

// biome-ignore lint/suspicious/noExplicitAny: pages differ in what the address tells them
export const pages: Record<PageName, () => Promise<{ default: Component<any> }>> = {
  shelf: async () => ({ default: Shelf }),
  game: () => withWords(import("./shelf/Game.svelte"), "table"),
  table: () => withWords(import("./table/Table.svelte"), "table"),
  replay: () => withWords(import("./replay/Replay.svelte"), "table", "replay"),
  rules: () => withWords(import("./learning/Rules.svelte"), "table", "learning"),
  lesson: () => withWords(import("./learning/Lesson.svelte"), "table", "learning"),
  daily: () => withWords(import("./learning/Daily.svelte"), "table", "learning"),
  puzzle: () => withWords(import("./learning/Puzzle.svelte"), "table", "learning"),
  me: () => withWords(import("./progress/Me.svelte"), "table", "privacy", "progress"),
  privacy: () => withWords(import("./privacy/Privacy.svelte"), "privacy"),
  admin: () => withWords(import("./admin/Admin.svelte"), "table", "admin"),
  claim: () => withWords(import("$app/Claim.svelte"), "table"),
  missing: () => withWords(import("$app/Missing.svelte"), "table"),
};

/** The rules beside a page. */
export const rulesPanel = () => withWords(import("./learning/RulesPanel.svelte"), "table", "learning");
