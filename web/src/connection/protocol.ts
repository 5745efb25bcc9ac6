// Made from docs/protocol.schema.json by `npm run types`. Do not edit.

export interface LudothequeLiveProtocol {
  from_client?:
    | Join
    | Pong
    | Move
    | Sit
    | GiveSeed
    | Leave
    | Start
    | GoOn
    | Say
    | AskTakeback
    | AskEnd
    | Agree
    | Decline
    | Resign
    | HandOver
    | TakeBackSeat
    | PlayAgain
    | AskLegal
    | Try
    | Board
    | AskHint;
  to_client?: Ping | Done | RequestRefused | Snapshot | News | Goodbye | HouseNews;
}
/**
 * The first message. `since`: the number of the last entry the client has; -1: none, send a whole snapshot.
 *
 *     `legal`: send the legal moves of my seats whenever they may move.
 */
export interface Join {
  type: "join";
  since?: number;
  legal?: boolean;
}
/**
 * The immediate answer to a ping, by which the server measures the round-trip time.
 */
export interface Pong {
  type: "pong";
  n: number;
}
/**
 * `id`: unique for the move; sent again, it gets the same answer.
 *
 *     `match_version`: the one that the move answers. `seat`: needed only by a person with several seats.
 */
export interface Move {
  type: "move";
  id: string;
  match_version: number;
  move: string;
  seat?: number | null;
}
/**
 * `client_seed`: my part of the shuffle; keep it, and the commitment that I was shown, on the device.
 */
export interface Sit {
  type: "sit";
  id: string;
  seat?: number | null;
  client_seed?: string | null;
}
/**
 * My part of the shuffle, if I sit already: whoever creates a table sees its commitment only afterwards.
 */
export interface GiveSeed {
  type: "give_seed";
  id: string;
  client_seed: string;
}
/**
 * Give up my seats, before the start.
 */
export interface Leave {
  type: "leave";
  id: string;
}
/**
 * Refused until every person at the table has given a client seed. `client_seed`: mine, if I have given none.
 */
export interface Start {
  type: "start";
  id: string;
  client_seed?: string | null;
}
/**
 * Between two rounds: I am ready for the next one.
 */
export interface GoOn {
  type: "go_on";
  id: string;
}
export interface Say {
  type: "say";
  id: string;
  text: string;
}
/**
 * Take back my last move and everything after it.
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
 * Let a bot play for a person who has been gone for longer than the table holds a seat.
 */
export interface HandOver {
  type: "hand_over";
  id: string;
  seat: number;
}
/**
 * I am back and play my seat myself again.
 */
export interface TakeBackSeat {
  type: "take_back_seat";
  id: string;
}
/**
 * A rematch at a new table, seats rotated. Whoever asks first creates it, and sits there.
 */
export interface PlayAgain {
  type: "play_again";
  id: string;
}
/**
 * Send the legal moves of my seat.
 */
export interface AskLegal {
  type: "legal";
  id: string;
  seat?: number | null;
}
/**
 * Show what a move of mine would do, as far as I can know; nothing is played.
 */
export interface Try {
  type: "try";
  id: string;
  move: string;
  seat?: number | null;
}
/**
 * Send the table as a text board, for screen readers.
 */
export interface Board {
  type: "board";
  id: string;
}
/**
 * Send a hint for my seat.
 */
export interface AskHint {
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
 * `entry`: the number of the one that the request became; its effects arrive with that entry.
 */
export interface Done {
  type: "done";
  id: string;
  entry?: number | null;
  result?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * Nothing has changed. `match_version`: that of the table now.
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
  match_version?: number | null;
  [k: string]: unknown;
}
/**
 * The whole table, at the start. `you`: the viewer's seats. `entries`: everything that has happened so far.
 *
 *     `last_entry`: the number of the last of them.
 */
export interface Snapshot {
  type: "snapshot";
  last_entry: number;
  you: number[];
  table: TableShown;
  now: Now;
  entries: EntryShown[];
  [k: string]: unknown;
}
/**
 * What does not change from move to move. `commitment`: of the server to its server seed.
 *
 *     `chain`: where the commitment stands in the chain of the house; null at tables from before there was one.
 *     `resumes`: the finished match that is resumed here; then nothing was dealt, and the commitment is empty.
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
  round_breaks?: boolean;
  chat?: string;
  chat_every?: number;
  rematch_of?: string;
  resumes?: ResumedMatch | null;
  chain?: ChainPlace | null;
  [k: string]: unknown;
}
/**
 * The table whose match is resumed here, and how many of its moves the history begins with.
 */
export interface ResumedMatch {
  table: string;
  moves: number;
}
/**
 * Where a commitment stands in the chain of its house, and the hash of the entry before (`commitment_chain.py`).
 */
export interface ChainPlace {
  number: number;
  previous: string;
}
/**
 * The present state of the table for one viewer. `view`: the match as this viewer may see it.
 *
 *     `match_version`: the number of the last entry that changed the match.
 */
export interface Now {
  status: string;
  match_version: number;
  seats: SeatShown[];
  to_act?: number[];
  view?: {
    [k: string]: unknown;
  } | null;
  legal?: {
    [k: string]: string[];
  } | null;
  clock?: ClockShown | null;
  round_break?: BreakShown | null;
  ask?: AskShown | null;
  result?: ResultShown | null;
  rematch?: string;
  [k: string]: unknown;
}
/**
 * `bot`: the level that plays here now; 0: a person. `here`: whether the person is connected.
 *
 *     `seeded`: whether the person has given their part of the shuffle.
 */
export interface SeatShown {
  who: string;
  person?: string;
  name?: string;
  bot?: number;
  here?: boolean;
  gone_since?: number | null;
  resigned?: boolean;
  seeded?: boolean;
  [k: string]: unknown;
}
/**
 * Milliseconds left to each seat at time `at`. `running`: the seats whose clock runs. `sand`: left of this turn.
 */
export interface ClockShown {
  at: number;
  left?: number[];
  running?: number[];
  sand?: number | null;
  [k: string]: unknown;
}
/**
 * Between two rounds. `until`: when the next one begins at the latest. `ready`: the seats that have gone on.
 *
 *     `countdown`: the round that is shown begins at `until`, not before.
 */
export interface BreakShown {
  until?: number | null;
  ready?: number[];
  countdown?: boolean;
  [k: string]: unknown;
}
export interface AskShown {
  seat: number;
  what: string;
  agreed: number[];
  [k: string]: unknown;
}
/**
 * `reason`: `rules`, `resigned`, `agreed`, `abandoned` or `closed`. `scores`: null unless it ended by its rules.
 */
export interface ResultShown {
  reason: string;
  winners: number[];
  scores: number[] | null;
  [k: string]: unknown;
}
/**
 * An entry for one viewer: its kind, its public fields, and the events it caused.
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
 * New entries, in order without gaps, and the state of the table after them.
 */
export interface News {
  type: "news";
  entries: EntryShown[];
  now: Now;
  [k: string]: unknown;
}
/**
 * The server is closing, or closes this connection: why, and after how many seconds to come back.
 */
export interface Goodbye {
  type: "goodbye";
  why: string;
  again_in?: number | null;
  [k: string]: unknown;
}
/**
 * What the host tells everybody. `read_only`: why nothing can be played now; "" if everything can.
 */
export interface HouseNews {
  type: "house";
  announcement?: string;
  read_only?: string;
  [k: string]: unknown;
}
