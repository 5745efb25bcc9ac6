// What the page asks of a game's folder. A board draws and is told what is legal; it knows no rules.
import type { Component } from "svelte";
import type { Params } from "$app/i18n.svelte";
import type { Refusal } from "$connection/refusal";

export interface GameEvent {
  event: string;
  [field: string]: unknown;
}

export interface Player {
  seat: number;
  name: string;
  bot: number;
}

/** The server's answer to `try`: what a move would do, as events and the view after it, or why it is refused. */
export type Tried<View> = { legal: true; events: GameEvent[]; view: View } | { legal: false; refusal: Refusal };

/** What came of a move: in a replay, or as a wrong answer to a puzzle, it may be neither played nor refused. */
export interface Outcome {
  played: boolean;
  refusal?: Refusal;
}

/** Milliseconds left to each seat, and of the sand timer, at the server's time `at`; `running`: the seats whose time runs. */
export interface BoardClock {
  at: number;
  left?: number[];
  running?: number[];
  sand?: number | null;
}

export interface BoardProps<View = unknown> {
  view: View;
  /** The options of the match. */
  options: Record<string, unknown>;
  /** Our legal moves now; empty if we may not move. */
  legal: readonly string[];
  /** The seat from which we look; null for spectators. */
  you: number | null;
  players: readonly Player[];
  toAct: readonly number[];
  /** The events of the last move, for highlights and movement; `number` tells equal ones apart. */
  last: { number: number; events: readonly GameEvent[] };
  /** Whether what is legal is to be shown. */
  help: boolean;
  /** Whether a move of ours is on its way. */
  busy: boolean;
  /** A move to highlight as a hint. */
  hint: string | null;
  /** The clock, if there is one, and how far the server's time is ahead of ours, in milliseconds. */
  clock?: BoardClock | null;
  ahead?: number;
  /** Play a move, legal or not: the server decides, and the board shows why it is refused. */
  play: (move: string) => Promise<Outcome>;
  /** What a move would do. */
  attempt: (move: string) => Promise<Tried<View>>;
  /** A refusal as a sentence. */
  sentenceFor: (refusal: Refusal) => string;
  /** Say something in the line below the board, and to screen readers. */
  say: (sentence: string) => void;
  /** Words of this game: `t("events.taken")`. */
  t: (key: string, params?: Params) => string;
}

/** A sign on a diagram, at a place in the game's own notation: legal, illegal, or look here; perhaps with a letter. */
export interface Annotation {
  at: string;
  kind?: "yes" | "no" | "look";
  label?: string;
}

/** A position in a rulebook: drawn as on the table, but nothing can be moved. */
export interface DiagramProps<View = unknown> {
  view: View;
  options: Record<string, unknown>;
  you: number | null;
  annotations: readonly Annotation[];
  t: BoardProps["t"];
}

/** What a move's words may need: the view before it, and the names of the seats. */
export interface Seen {
  view: unknown;
  name: (seat: number) => string;
}

export interface GameModule {
  // Each board has a view of its own.
  // biome-ignore lint/suspicious/noExplicitAny: boards differ in their views
  Board: Component<BoardProps<any>>;
  /** The board of the rulebook, made of the same parts. */
  // biome-ignore lint/suspicious/noExplicitAny: boards differ in their views
  Diagram?: Component<DiagramProps<any>>;
  /** The parameters of an event, a refusal or a factor as people read them: squares, colours, cards. Seats need none. */
  readable?: (params: Params, t: BoardProps["t"]) => Params;
  /** A move as people say it; without this they see its text. */
  moveInWords?: (move: string, t: BoardProps["t"], seen: Seen) => string;
}

/** An option that a game shows in its own way: `options/<name>.svelte` in its folder. */
export interface OptionProps {
  value: unknown;
  change: (value: unknown) => void;
  t: BoardProps["t"];
}
