// Events, refusals, factors and moves in the reader's language; what belongs to a game in the game's own words.
import { type Params, sentence, t, words } from "$app/i18n.svelte";
import type { Refusal } from "$connection/refusal";
import type { GameEvent, GameModule } from "./contract";

/** A game by its name, its module once it is loaded, and the names of its seats. */
export interface Speaker {
  name: string;
  game: GameModule | null;
  nameOf: (seat: number) => string;
  /** The reader's seat: what it does is told to the reader as "you". */
  you?: number | null;
  /** The reader: what they say is told as "you". */
  person?: string | null;
  /** Whether there is only one seat: nobody resigns to anybody. */
  alone?: boolean;
  /** Whether only one person sits at the table: nobody has to agree to what they ask for. */
  unopposed?: boolean;
  /** The options of the match. */
  options?: Record<string, unknown>;
  /** Who begins a match that is played again, with other seats; null where that is as usual. */
  begins?: number | null;
}

/** A sentence about a match, and the places on the board that it is about. */
export interface Line {
  text: string;
  places: readonly string[];
  /** Whether it concerns the reader, whoever did it. */
  ours?: boolean;
}

/** Something said beside a board, and the rule that it is about. */
export interface Notice {
  text: string;
  rule: number | null;
}

/** A reason for or against a move: a message key of the game and its parameters. */
export interface Factor {
  key: string;
  params: Params;
}

/** Parameters of every game that hold a seat, or a list of seats: people read names. In Python: `words.SEATS`. */
const SEATS = ["seat", "starter", "winners"];

/** Parameters of every game that hold a number for each seat: people read whose it is. */
const BY_SEAT = ["scores"];

const wordsOf = (game: string) => (key: string, params?: Params) => t(`${game}.${key}`, params);

/** Parameters as people read them. `others`: whoever wins besides the reader. */
function readable({ name, game, nameOf, you = null }: Speaker, params: Params): Params {
  const named: Params = {};
  for (const field of [...SEATS, ...(game?.seatParams ?? [])]) {
    const value = params[field];
    if (Array.isArray(value)) named[field] = value.map(nameOf);
    else if (typeof value === "number") named[field] = nameOf(value);
  }
  for (const field of [...BY_SEAT, ...(game?.paramsBySeat ?? [])]) {
    const numbers = params[field];
    if (Array.isArray(numbers) && numbers.length > 1)
      named[field] = numbers.map((one, seat) => `${nameOf(seat)} (${one})`);
  }
  if (Array.isArray(params.winners)) named.others = besides(params.winners, you).map(nameOf);
  return { ...params, ...game?.readable?.(params, wordsOf(name)), ...named };
}

/** Seats without the reader's. */
export const besides = (seats: readonly number[], you: number | null): number[] => seats.filter((seat) => seat !== you);

/** Whether something is told of the reader: what their seat does, or that it wins. */
export const concerns = ({ seat, winners }: Params, you: number | null): boolean =>
  you !== null && (seat === you || (Array.isArray(winners) && winners.includes(you)));

/** An event as a sentence; empty where there is none. What concerns the reader has a message of its own. */
export function eventSentence(speaker: Speaker, event: GameEvent): string {
  const { name, game, you = null, options = {} } = speaker;
  const own = concerns(event, you) ? `you.${event.event}` : undefined;
  const special = game?.messageOf?.(event, you, options);
  if (special === null) return "";
  const keys = [special, own, `events.${event.event}`];
  const key = keys.map((one) => `${name}.${one}`).find((one) => words.has(one));
  return key ? t(key, readable(speaker, event)) : "";
}

/** An event as a sentence with its places; null where there is none. */
export function eventLine(speaker: Speaker, event: GameEvent): Line | null {
  const text = eventSentence(speaker, event);
  if (!text) return null;
  const line = { text, places: speaker.game?.placesOf?.(event) ?? [] };
  return concernsSeat(speaker, event) ? { ...line, ours: true } : line;
}

/** What a move, or a whole turn, did, sentence by sentence, without what only the log tells. */
export function turnLines(speaker: Speaker, events: readonly GameEvent[]): Line[] {
  const { game } = speaker;
  const told = events.filter((event) => !game?.quiet?.includes(event.event));
  return (game?.together?.(told) ?? told).flatMap((event) => eventLine(speaker, event) ?? []);
}

/** Sentences as one line. */
export function joined(lines: readonly Line[]): Line {
  return { text: lines.map((line) => line.text).join(" "), places: lines.flatMap((line) => line.places) };
}

/** Whether a parameter names the reader's seat. */
const concernsSeat = ({ game, you = null }: Pick<Speaker, "game" | "you">, params: Params): boolean =>
  you !== null && ["seat", ...(game?.seatParams ?? [])].some((field) => params[field] === you);

/** The message of a refusal or a factor; one that concerns the reader may have a message that says "your". */
function clauseKey({ name, game, you = null }: Speaker, section: string, key: string, params: Params): string {
  const own = `${name}.you.${key}`;
  return concernsSeat({ game, you }, params) && words.has(own) ? own : `${name}.${section}.${key}`;
}

/** A message in the game's own words if it has them, for instance because it counts something else than points. */
export const ownOr = (game: string, own: string, usual: string, params?: Params): string =>
  t(words.has(`${game}.${own}`) ? `${game}.${own}` : usual, params);

/** A factor as a clause. */
export const factorClause = (speaker: Speaker, { key, params }: Factor): string =>
  t(clauseKey(speaker, "factors", key, params), readable(speaker, params));

/** Why something was refused, as a sentence. */
export function refusalSentence(speaker: Speaker, { key, params = {}, allowed }: Refusal): string {
  const [owner, ...rest] = key.split(".");
  const own = clauseKey(speaker, "refusals", rest.join("."), params);
  if (owner === speaker.name && words.has(own)) return sentence(own, readable(speaker, params));
  return t(words.has(key) ? key : "refused.failed", { ...readable(speaker, params), allowed });
}

/** A move as people say it, in the position where it is made. */
export function moveInWords(
  { name, game, nameOf, you = null, options = {} }: Speaker,
  move: string,
  view: unknown,
): string {
  return game?.moveInWords?.(move, wordsOf(name), { view, name: nameOf, you, options }) ?? move;
}
