// The interface between the page and a game's folder. A board draws and is told which moves are legal; it knows no rules.
import type { Component } from "svelte";
import type { Params } from "$app/i18n.svelte";
import type { Refusal } from "$connection/refusal";

/** Words of a game: `t("events.taken")`. */
export type Say = (key: string, params?: Params) => string;

export interface GameEvent {
  event: string;
  [field: string]: unknown;
}

/** A move that was made: by whom, and its events. `number` tells equal ones apart. */
export interface PlayedMove {
  number: number;
  seat: number;
  events: readonly GameEvent[];
}

export interface Player {
  seat: number;
  name: string;
  bot: number;
}

/** The server's answer to `try`: what a move would do, as events and the view after it, or why it is refused. */
export type Tried<View> = { legal: true; events: GameEvent[]; view: View } | { legal: false; refusal: Refusal };

/** The result of a move. In a replay, or as a wrong answer to a puzzle, it may be neither played nor refused. */
export interface MoveResult {
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
  /** Grows with each position that we can act upon, also when moves are taken back. */
  version: number;
  /** The events of the last move, for highlights and movement; `number` tells equal ones apart. */
  last: { number: number; events: readonly GameEvent[] };
  /** The moves since our last one; if nothing has followed it, that one. Whoever watches sees those of a whole lap. */
  since: readonly PlayedMove[];
  /** The places of the sentence that is being read, in the game's notation: they light up. */
  lit: readonly string[];
  /** Whether what is legal is to be shown. */
  help: boolean;
  /** Show it from now on, or not; absent where that is not for the board to decide. */
  setHelp?: (shown: boolean) => void;
  /** Whether a move of ours is on its way. */
  busy: boolean;
  /** A move to highlight as a hint. */
  hint: string | null;
  /** The clock, if there is one, and how far the server's time is ahead of ours, in milliseconds. */
  clock?: BoardClock | null;
  ahead?: number;
  /** Play a move, legal or not: the server decides, and the board shows why it is refused. */
  play: (move: string) => Promise<MoveResult>;
  /** What a move would do. */
  attempt: (move: string) => Promise<Tried<View>>;
  /** A refusal as a sentence. */
  sentenceFor: (refusal: Refusal) => string;
  /** Let the next move wait for so many milliseconds: something is being shown. */
  hold: (milliseconds: number) => void;
  /** Say something in the line above the board, and to screen readers. */
  say: (sentence: string) => void;
  /** What to do now, in the middle of a move, instead of what the position asks for; empty: that again. */
  prompt?: (sentence: string) => void;
  t: Say;
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
  t: Say;
}

/** What the words for a move may depend on: the view before it, the seats' names, the reader's seat, and the options. */
export interface MoveContext {
  view: unknown;
  name: (seat: number) => string;
  you: number | null;
  options: Record<string, unknown>;
}

/** What sentences about a match may depend on. */
// biome-ignore lint/suspicious/noExplicitAny: games differ in their views
export interface Situation<View = any> {
  view: View;
  options: Record<string, unknown>;
  legal: readonly string[];
  you: number | null;
  /** Whether what is legal is shown. */
  help: boolean;
}

/** A round that has ended: the points of each seat in it, and in all so far; and why it ended, as a sentence. */
export interface RoundOver {
  round: number;
  points: readonly number[];
  totals: readonly number[];
  why: string;
}

/** Another way to play that is offered after a match: a sentence, the words of the button, and the options. */
export interface Offer {
  text: string;
  button: string;
  options: Record<string, unknown>;
}

/** Props of the card at the end of a round; `events`: those of the move that ended it. */
export interface RoundEndProps<View = unknown> {
  view: View;
  events: readonly GameEvent[];
  name: (seat: number) => string;
  t: Say;
}

export interface GameModule {
  // Each board has a view of its own.
  // biome-ignore lint/suspicious/noExplicitAny: boards differ in their views
  Board: Component<BoardProps<any>>;
  /** The board of the rulebook, made of the same parts. */
  // biome-ignore lint/suspicious/noExplicitAny: boards differ in their views
  Diagram?: Component<DiagramProps<any>>;
  /** The parameters of an event, a refusal or a factor as people read them: squares, colours, cards. Seats need none. */
  readable?: (params: Params, t: Say) => Params;
  /** Parameters that hold a seat, or a list of seats, besides those of every game; as `Spec.seat_params` in Python. */
  seatParams?: readonly string[];
  /** Parameters that hold a number for each seat, besides those of every game. */
  paramsBySeat?: readonly string[];
  /** The aim of the game in one line; without this it is the message `aim`. */
  aim?: (options: Record<string, unknown>, t: Say) => string;
  /** What to do now, when it is our turn. */
  todo?: (situation: Situation, t: Say) => string;
  /** What is said while we wait for others; empty or absent: who is to move. */
  waiting?: (situation: Situation, t: Say, name: (seat: number) => string) => string;
  /** Whether finding what fits is part of the game: then it is shown only to whoever asks for it. */
  mustFind?: (options: Record<string, unknown>) => boolean;
  /** Whether chance decides nothing and nothing is hidden: nobody is told of a shuffle, or of what a seat can see. */
  noChance?: boolean;
  /** Whether the board lists all players itself: against computers only, the page need not. */
  listsPlayers?: boolean;
  /** Events that only the log tells: drawing a card is not what matters. */
  quiet?: readonly string[];
  /** The events of a whole turn, with those that can be told in one sentence made into one. */
  together?: (events: readonly GameEvent[]) => readonly GameEvent[];
  /**
   * The message of an event where it is not its own name, for instance because it concerns us in a special way; null
   * where the page tells nothing, because the next event tells it.
   */
  messageOf?: (event: GameEvent, you: number | null, options: Record<string, unknown>) => string | null | undefined;
  /** Whether a move with these events showed something hidden, so that it cannot be taken back; absent: none does, as in `Mode`. */
  reveals?: (events: readonly GameEvent[]) => boolean;
  /** The places that an event, a refusal or a factor is about, in the game's notation. */
  placesOf?: (params: Params) => readonly string[];
  /** The points of each seat so far, for a match that ends before its time. */
  points?: (view: never) => readonly number[];
  /** The round that these events have ended; null if none. */
  roundOver?: (
    events: readonly GameEvent[],
    t: Say,
    name: (seat: number) => string,
    you: number | null,
  ) => RoundOver | null;
  /** The last view of a round that these events have ended, from the view before: the server shows the next one. */
  // biome-ignore lint/suspicious/noExplicitAny: games differ in their views
  finished?: (before: any, events: readonly GameEvent[]) => unknown;
  /** What the card at the end of a round, or of a match, shows besides the points. */
  // biome-ignore lint/suspicious/noExplicitAny: games differ in their views
  RoundEnd?: Component<RoundEndProps<any>>;
  /** Why the match ended by its rules, as a sentence. */
  ending?: (situation: Situation, t: Say, name: (seat: number) => string) => string;
  /** What is shown at the end of a match that is played alone. */
  Alone?: Component<{ options: Record<string, unknown> }>;
  /** What else one might play after a match with these options. */
  offer?: (options: Record<string, unknown>, t: Say) => Offer | null;
  /** The position as people say it; without this they see the text board. */
  // biome-ignore lint/suspicious/noExplicitAny: games differ in their views
  inWords?: (view: any, t: Say, name: (seat: number) => string) => string;
  /** A move as people say it; without this they see its text. */
  moveInWords?: (move: string, t: Say, seen: MoveContext) => string;
}

/** An option that a game shows in its own way: `options/<name>.svelte` in its folder. */
export interface OptionProps {
  value: unknown;
  change: (value: unknown) => void;
  t: Say;
}
