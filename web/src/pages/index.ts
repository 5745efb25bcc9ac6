// The pages of the room, each loaded when it is needed.
import type { Component } from "svelte";
import type { PageName } from "$lib/router.svelte";

// biome-ignore lint/suspicious/noExplicitAny: pages differ in what the address tells them
export const pages: Record<PageName, () => Promise<{ default: Component<any> }>> = {
  shelf: () => import("./Shelf.svelte"),
  game: () => import("./Game.svelte"),
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  rules: () => import("./Rules.svelte"),
  lesson: () => import("./Lesson.svelte"),
  puzzle: () => import("./Puzzle.svelte"),
  me: () => import("./Me.svelte"),
  claim: () => import("./Claim.svelte"),
  missing: () => import("./Missing.svelte"),
};
