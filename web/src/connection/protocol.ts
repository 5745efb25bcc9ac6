// Made from docs/protocol.schema.json by `npm run types`. Do not edit.

export interface LudothequeLiveProtocol {
  from_client?:
    | Join
    | Pong
    | Move
    | Sit
    | Leave
    | Start
    | Say
    | AskTakeback
    | AskEnd
    | Agree
    | Decline
    | Resign
    | HandOver
    | TakeBackSeat
    | PlayAgain
    | Legal
    | Try
    | Board
    | Hint;
  to_client?: Ping | Done | RequestRefused | Snapshot | News | Goodbye;
}
/**
 * The first message. `since`: the number of the last entry the client has; -1: nothing, send the whole picture.
 *
 *     `legal`: send me the legal moves of my seats whenever they may move.
 */
export interface Join {
  type: "join";
  since?: number;
  legal?: boolean;
}
/**
 * The answer to a ping, at once: the house measures how long it takes.
 */
export interface Pong {
  type: "pong";
  n: number;
}
/**
 * `id`: the move's own: sent again, it is answered as the first time. `position`: the one that it answers.
 *
 *     `seat`: needed only by somebody who holds several seats.
 */
export interface Move {
  type: "move";
  id: string;
  position: number;
  move: string;
  seat?: number | null;
}
/**
 * `number`: the client's own part of the shuffle, at random.
 */
export interface Sit {
  type: "sit";
  id: string;
  seat?: number | null;
  number?: string | null;
}
/**
 * Give my seats up, before the start.
 */
export interface Leave {
  type: "leave";
  id: string;
}
/**
 * `number`: instead of the one I gave before: who made the table had not seen the commitment yet.
 */
export interface Start {
  type: "start";
  id: string;
  number?: string | null;
}
export interface Say {
  type: "say";
  id: string;
  text: string;
}
/**
 * Take my last move back, and what came after it.
 */
export interface AskTakeback {
  type: "ask_takeback";
  id: string;
}
/**
 * End the match without a result.
 */
export interface AskEnd {
  type: "ask_end";
  id: string;
}
export interface Agree {
  type: "agree";
  id: string;
}
export interface Decline {
  type: "decline";
  id: string;
}
export interface Resign {
  type: "resign";
  id: string;
}
/**
 * Let a bot play for somebody who has been gone for longer than the table holds a seat.
 */
export interface HandOver {
  type: "hand_over";
  id: string;
  seat: number;
}
/**
 * I am here again: I play on myself.
 */
export interface TakeBackSeat {
  type: "take_back_seat";
  id: string;
}
/**
 * A new table for the same people, seats rotated. Whoever asks first makes it, and sits there with `number`.
 */
export interface PlayAgain {
  type: "play_again";
  id: string;
  number?: string | null;
}
/**
 * The legal moves of my seat now.
 */
export interface Legal {
  type: "legal";
  id: string;
  seat?: number | null;
}
/**
 * What a move of mine would do, as far as I can know: nothing is played.
 */
export interface Try {
  type: "try";
  id: string;
  move: string;
  seat?: number | null;
}
/**
 * The table as a text board, for screen readers.
 */
export interface Board {
  type: "board";
  id: string;
}
export interface Hint {
  type: "hint";
  id: string;
  seat?: number | null;
}
export interface Ping {
  type: "ping";
  n: number;
  [k: string]: unknown;
}
/**
 * `number`: of the entry that the request became; what it changed comes, or came, with that entry.
 */
export interface Done {
  type: "done";
  id: string;
  number?: number | null;
  result?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Nothing has changed. `position`: of the table now.
 */
export interface RequestRefused {
  type: "refused";
  code: string;
  key: string;
  params: {
    [k: string]: unknown;
  };
  allowed: unknown;
  rule?: number | null;
  id: string;
  position?: number | null;
  [k: string]: unknown;
}
/**
 * The whole table, at the start. `you`: the viewer's seats. `entries`: everything that has happened so far.
 */
export interface Snapshot {
  type: "picture";
  number: number;
  you: number[];
  table: TableShown;
  now: Now;
  entries: EntryShown[];
  [k: string]: unknown;
}
/**
 * What does not change from move to move. `commitment`: the house's, to the secret of the shuffle.
 *
 *     `goes_on`: the finished match that was taken up here; then nothing was dealt, and the commitment is empty.
 */
export interface TableShown {
  key: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  clock: {
    [k: string]: unknown;
  };
  commitment: string;
  made: number;
  listed?: boolean;
  takebacks?: boolean;
  hold?: number;
  time_up?: string;
  rematch_of?: string;
  goes_on?: GoesOn | null;
  [k: string]: unknown;
}
/**
 * The match of which table goes on here, and how many moves of it stand at the beginning of the history.
 */
export interface GoesOn {
  table: string;
  moves: number;
}
/**
 * How the table stands for one viewer. `view`: the match as this viewer may know it.
 */
export interface Now {
  status: string;
  position: number;
  seats: SeatShown[];
  to_act?: number[];
  view?: {
    [k: string]: unknown;
  } | null;
  legal?: {
    [k: string]: string[];
  } | null;
  clock?: ClockShown | null;
  ask?: AskShown | null;
  result?: ResultShown | null;
  rematch?: string;
  [k: string]: unknown;
}
/**
 * `bot`: the level that plays here now, 0 where a person does. `here`: whether the person is connected.
 */
export interface SeatShown {
  who: string;
  person?: string;
  name?: string;
  bot?: number;
  here?: boolean;
  gone_since?: number | null;
  resigned?: boolean;
  [k: string]: unknown;
}
/**
 * Milliseconds left to each seat, at the time `at`; `running`: the seats whose time runs. `sand`: of the turn.
 */
export interface ClockShown {
  at: number;
  left?: number[];
  running?: number[];
  sand?: number | null;
  [k: string]: unknown;
}
export interface AskShown {
  seat: number;
  what: string;
  agreed: number[];
  [k: string]: unknown;
}
/**
 * `reason`: `rules`, `resigned`, `agreed` or `abandoned`. `scores`: null unless it ended by its rules.
 */
export interface ResultShown {
  reason: string;
  winners: number[];
  scores: number[] | null;
  [k: string]: unknown;
}
/**
 * What happened, for one viewer: the kind of entry, its public fields, and the events it caused.
 */
export interface EntryShown {
  number: number;
  at: number;
  kind: string;
  fields?: {
    [k: string]: unknown;
  };
  events?: {
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/**
 * What happened since, in order without gaps, and how the table stands after it.
 */
export interface News {
  type: "news";
  entries: EntryShown[];
  now: Now;
  [k: string]: unknown;
}
/**
 * The house is about to close, or closes this connection: why, and after how many seconds to come back.
 */
export interface Goodbye {
  type: "goodbye";
  why: string;
  again_in?: number | null;
  [k: string]: unknown;
}
